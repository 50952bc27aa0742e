package ebb.cli;

import ebb.cli.client.CommandException;
import ebb.cli.drain.CordonCommand;
import ebb.cli.drain.DrainCommand;
import ebb.cli.drain.RecommissionCommand;
import ebb.cli.drain.ScaleInCommand;
import ebb.cli.drain.UncordonCommand;
import ebb.cli.history.WebhooksCommand;
import ebb.cli.journal.JournalCommand;
import ebb.cli.queue.QueueCommand;
import ebb.cli.terminal.EbbCommand;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** The ebb command as a library, to which other modules can add commands. */
public final class Ebb {
  private Ebb() {}

  /**
   * The command line with all commands of this module and the given ones. More commands may be
   * added to the result. They, too, get {@code --help}, {@code --verbose} and the handling of
   * errors.
   *
   * <p>A command fails by throwing {@link CommandException}. It returns an exit code if it is a
   * {@code Callable<Integer>}; see {@link ExitCode}.
   *
   * @param subcommands objects or classes with picocli's annotations
   */
  public static CommandLine commandLine(Object... subcommands) {
    List<Object> all = new ArrayList<>(List.of(subcommands));
    own().values().forEach(command -> all.add(command.get()));
    return of(Terminal.ofTheLauncher(), all);
  }

  /**
   * The command line with only the requested command: to analyze the options of the others would
   * take longer than most commands do.
   */
  static CommandLine commandLine(Terminal terminal, String name) {
    return of(
        terminal,
        Optional.ofNullable(own().get(name)).stream().<Object>map(Supplier::get).toList());
  }

  private static CommandLine of(Terminal terminal, List<Object> subcommands) {
    EbbCommand root = new EbbCommand(terminal);
    CommandLine commandLine = new CommandLine(root);
    subcommands.forEach(commandLine::addSubcommand);
    // A timeout of -1 looks like an option to picocli.
    Optional.ofNullable(commandLine.getSubcommands().get("timeout"))
        .ifPresent(timeout -> timeout.setUnmatchedOptionsArePositionalParams(true));
    ErrorLines errors = new ErrorLines(root);
    // Hadoop's options begin with one dash and have many letters.
    return commandLine
        .setPosixClusteredShortOptionsAllowed(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(Help.defaultColorScheme(terminal.outAnsi()))
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
  }

  /** The names of the commands of this module. */
  static Set<String> ownNames() {
    return own().keySet();
  }

  /** The commands of this module, which need only the admin API or a journal, by name. */
  private static Map<String, Supplier<Object>> own() {
    Map<String, Supplier<Object>> own = new LinkedHashMap<>();
    own.put("nodes", NodesCommand::new);
    own.put("node", NodeStatusCommand::new);
    own.put("why", WhyCommand::new);
    own.put("lists", ListsCommand::new);
    own.put("refresh-nodes", RefreshNodesCommand::new);
    own.put("drain", DrainCommand::new);
    own.put("recommission", RecommissionCommand::new);
    own.put("cordon", CordonCommand::new);
    own.put("uncordon", UncordonCommand::new);
    own.put("scale-in", ScaleInCommand::new);
    own.put("queue", QueueCommand::new);
    own.put("watch", WatchCommand::new);
    own.put("wait", WaitCommand::new);
    own.put("operations", OperationsCommand::new);
    own.put("undo", UndoCommand::new);
    own.put("force", ForceCommand::new);
    own.put("timeout", TimeoutCommand::new);
    own.put("whoami", WhoamiCommand::new);
    own.put("webhooks", WebhooksCommand::new);
    own.put("instances", InstancesCommand::new);
    own.put("leave", LeaveCommand::new);
    own.put("history", HistoryCommand::new);
    own.put("drains", DrainsCommand::new);
    own.put("diff", DiffCommand::new);
    own.put("verify", VerifyCommand::new);
    own.put("journal", JournalCommand::new);
    own.put("completion", CompletionCommand::new);
    own.put("version", VersionCommand::new);
    return own;
  }
}
