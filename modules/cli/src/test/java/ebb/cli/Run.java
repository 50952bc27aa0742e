package ebb.cli;

import ebb.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/**
 * A command that has ended.
 *
 * @param out what it printed, and
 * @param err what it said beside that
 */
public record Run(int exit, String out, String err) {
  public static Run of(Terminal terminal, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine ebb = Ebb.commandLine(terminal, arguments[0]);
    int exit =
        ebb.setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new Run(exit, out.toString(), err.toString());
  }

  public static Run of(String... arguments) {
    return of(Terminal.NONE, arguments);
  }

  public List<String> lines() {
    return out.lines().toList();
  }
}
