package ebb.cli;

import java.util.List;
import picocli.CommandLine;

/** The ebb command as a library; whoever has commands to offer adds them. */
public final class Ebb {
  private Ebb() {}

  /**
   * Commands may be added to the result, too; they get {@code --help}, {@code --verbose} and the
   * handling of errors from here.
   *
   * <p>A command fails by throwing {@link CommandException}. It returns an exit code if it is a
   * {@code Callable<Integer>}; see {@link ExitCode}.
   *
   * @param subcommands objects or classes with picocli's annotations
   */
  public static CommandLine commandLine(Object... subcommands) {
    EbbCommand root = new EbbCommand();
    CommandLine commandLine = new CommandLine(root);
    for (Object subcommand : subcommands) {
      commandLine.addSubcommand(subcommand);
    }
    for (Object own : ownCommands()) {
      commandLine.addSubcommand(own);
    }
    ErrorLines errors = new ErrorLines(root);
    // Hadoop's options begin with one dash and have many letters.
    return commandLine
        .setPosixClusteredShortOptionsAllowed(false)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
  }

  /** Those that need no more than the admin API or a journal. */
  private static List<Object> ownCommands() {
    return List.of(
        new NodesCommand(),
        new NodeStatusCommand(),
        new HistoryCommand(),
        new CompletionCommand(),
        new VersionCommand());
  }
}
