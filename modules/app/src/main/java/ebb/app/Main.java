package ebb.app;

import ebb.cli.Ebb;
import picocli.CommandLine;

/** The ebb command with everything that the distribution can do. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Logs.ofACommand();
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return Ebb.commandLine(
        new StartCommand(), new ArchiveClassesCommand(), new ConfigCommand(), new RmAdminCommand());
  }
}
