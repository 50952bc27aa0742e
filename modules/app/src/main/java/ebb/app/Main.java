package ebb.app;

import ebb.app.command.ArchiveClassesCommand;
import ebb.app.command.ConfigCommand;
import ebb.app.command.ResourceManagerCommand;
import ebb.app.command.RmAdminCommand;
import ebb.app.command.StartCommand;
import ebb.app.config.Logs;
import ebb.cli.Ebb;
import picocli.CommandLine;

/** The ebb command with everything that the distribution can do. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    // Java reads this property before the first handshake of the process, on any port. Without it,
    // a TLS 1.2 client could request one handshake after the other.
    System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    Logs.ofACommand();
    System.exit(commandLine().execute(arguments));
  }

  public static CommandLine commandLine() {
    return Ebb.commandLine(
        new StartCommand(),
        new ArchiveClassesCommand(),
        new ConfigCommand(),
        new RmAdminCommand(),
        new ResourceManagerCommand());
  }
}
