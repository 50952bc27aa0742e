package ebb.app;

import ebb.cli.Ebb;
import ebb.demo.DemoCommand;

/** The ebb command with everything that it can do. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Logs.ofACommand();
    System.exit(
        Ebb.commandLine(
                new StartCommand(), new ConfigCommand(), new RmAdminCommand(), new DemoCommand())
            .execute(arguments));
  }
}
