package ebb.bench;

import ebb.cli.Ebb;

/** The ebb command with what the distribution leaves out: {@code ebb bench}. */
public final class BenchMain {
  private BenchMain() {}

  public static void main(String[] arguments) {
    // Errors alone, on standard error.
    System.setProperty("logback.configurationFile", "client-logback.xml");
    System.exit(Ebb.commandLine(new BenchCommand(System.out)).execute(arguments));
  }
}
