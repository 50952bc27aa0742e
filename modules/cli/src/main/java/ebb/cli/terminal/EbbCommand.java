package ebb.cli.terminal;

import ebb.cli.client.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The ebb command itself. Its subcommands do all the work. */
@Command(
    name = "ebb",
    versionProvider = Version.class,
    description = {
      "A YARN ResourceManager that loses no drain.",
      "",
      "It takes nodes out of a cluster gracefully: a draining node gets no new work, finishes what"
          + " it has, and leaves when nothing is left or its timeout expires. Decisions are in a"
          + " journal, so killing and restarting the ResourceManager moves no deadline and loses no"
          + " container."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      ExitCode.OK + ":done",
      ExitCode.FAILURE + ":failed; one line on standard error says why and what to do",
      ExitCode.USAGE + ":the command line is wrong; nothing was tried",
      ExitCode.NOT_AS_ASKED
          + ":watched to its end, but a node that should have left is in service again",
      ExitCode.NOT_CONFIRMED + ":not confirmed; --yes confirms",
      ExitCode.TIMED_OUT + ":the --timeout of 'ebb wait' expired first",
      ExitCode.INTERRUPTED + ":ended by Ctrl-C; the ResourceManager continues the operation"
    },
    footerHeading = "%n",
    footer = {
      "The commands query a running ResourceManager over HTTP (http://127.0.0.1:8091/api/v1); --rm"
          + " or EBB_RM names another one. Hadoop's own commands (yarn rmadmin) work, too.",
      "",
      "'ebb COMMAND --help' explains a command."
    })
public final class EbbCommand implements Runnable {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean version;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Also show the stack trace of a failure.")
  private boolean verbose;

  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  public EbbCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  public Terminal terminal() {
    return terminal;
  }

  public boolean isVerbose() {
    return verbose;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Expected a command, but got none");
  }
}
