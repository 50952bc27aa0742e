package ebb.bench;

import ebb.bench.failover.FailoverCommand;
import ebb.bench.history.HistoryBenchCommand;
import ebb.cli.Ebb;
import ebb.demo.DemoCommand;
import ebb.simulator.SimulateCommand;
import ebb.soak.SoakCommand;
import picocli.CommandLine;

/**
 * The {@code ebb} command with the tools that the distribution leaves out: demo, simulate, soak and
 * bench.
 */
public final class BenchMain {
  private BenchMain() {}

  public static void main(String[] arguments) {
    // Only errors, on standard error.
    System.setProperty("logback.configurationFile", "client-logback.xml");
    CommandLine commandLine =
        Ebb.commandLine(
            new DemoCommand(),
            new SimulateCommand(),
            new SoakCommand(),
            new CommandLine(new BenchCommand(System.out))
                .addSubcommand(new FailoverCommand(System.out))
                .addSubcommand(new HistoryBenchCommand(System.out)));
    System.exit(commandLine.execute(arguments));
  }
}
