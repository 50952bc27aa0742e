package ebb.cli.terminal;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Where the output goes.
 *
 * @param in the input that people type; empty if there is none
 * @param out whether people read standard output
 * @param err whether people read standard error
 * @param columns the width of the terminal; empty for no limit
 * @param rows the height of the terminal; empty for no limit
 * @param colours whether a terminal may show colours
 */
public record Terminal(
    Optional<BufferedReader> in,
    boolean out,
    boolean err,
    OptionalInt columns,
    OptionalInt rows,
    boolean colours) {
  public static final Terminal NONE =
      new Terminal(false, false, OptionalInt.empty(), OptionalInt.empty(), false);

  /** A terminal without input. */
  public Terminal(
      boolean out, boolean err, OptionalInt columns, OptionalInt rows, boolean colours) {
    this(Optional.empty(), out, err, columns, rows, colours);
  }

  /** The terminal of the command line to which a command belongs. */
  public static Terminal of(CommandSpec spec) {
    // The root of the command line: within a mixin of a mixin, spec's own root is not that of the
    // command.
    Object root = spec.commandLine().getCommandSpec().root().userObject();
    return root instanceof EbbCommand ebb ? ebb.terminal() : NONE;
  }

  /** The terminal that the launcher has detected; without a launcher there is none. */
  public static Terminal ofTheLauncher() {
    int[] size = size(System.getProperty("ebb.terminal.size", ""));
    String noColor = System.getenv("NO_COLOR");
    return new Terminal(
        Boolean.getBoolean("ebb.terminal.in") ? Optional.of(typed()) : Optional.empty(),
        Boolean.getBoolean("ebb.terminal.out"),
        Boolean.getBoolean("ebb.terminal.err"),
        size[1] > 0 ? OptionalInt.of(size[1]) : OptionalInt.empty(),
        size[0] > 0 ? OptionalInt.of(size[0]) : OptionalInt.empty(),
        (noColor == null || noColor.isEmpty()) && !"dumb".equals(System.getenv("TERM")));
  }

  private static BufferedReader typed() {
    return new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
  }

  /** Rows and columns, as stty prints them. */
  private static int[] size(String text) {
    return text.matches("\\d{1,5} \\d{1,5}")
        ? Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray()
        : new int[] {0, 0};
  }

  public Ansi outAnsi() {
    return out && colours ? Ansi.ON : Ansi.OFF;
  }

  public Ansi errAnsi() {
    return err && colours ? Ansi.ON : Ansi.OFF;
  }

  /** The width of standard error; no limit when people do not read it. */
  public int errWidth() {
    return err ? columns.orElse(Integer.MAX_VALUE) : Integer.MAX_VALUE;
  }

  /** The width of standard output; no limit when people do not read it. */
  public int width() {
    return out ? columns.orElse(Integer.MAX_VALUE) : Integer.MAX_VALUE;
  }
}
