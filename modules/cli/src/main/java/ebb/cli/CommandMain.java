package ebb.cli;

import ebb.cli.terminal.Terminal;

/**
 * The entry point of the commands that only send requests to a ResourceManager, on a class path of
 * a few jars. The launcher knows these commands. Any other command has the whole class path and
 * another entry point.
 */
public final class CommandMain {
  private CommandMain() {}

  public static void main(String[] arguments) {
    String name = arguments.length == 0 ? "" : arguments[0];
    System.exit(Ebb.commandLine(Terminal.ofTheLauncher(), name).execute(arguments));
  }
}
