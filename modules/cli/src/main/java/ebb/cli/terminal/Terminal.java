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
 * @param in what people type; empty if nobody does
 * @param out whether people read standard output
 * @param err whether people read standard error
 * @param columns as wide as the terminal is; empty for no limit
 * @param rows as high as it is; empty for no limit
 * @param colours whether a terminal may be given colours
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

  /** Of one at which nobody types. */
  public Terminal(
      boolean out, boolean err, OptionalInt columns, OptionalInt rows, boolean colours) {
    this(Optional.empty(), out, err, columns, rows, colours);
  }

  /** That of the command line to which a command belongs. */
  public static Terminal of(CommandSpec spec) {
    // Of the command line: within a mixin of a mixin, spec's own root is none.
    Object root = spec.commandLine().getCommandSpec().root().userObject();
    return root instanceof EbbCommand ebb ? ebb.terminal() : NONE;
  }

  /** What the launcher found out; without a launcher there is none. */
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

  /** Of standard error; no limit when people do not read it. */
  public int errWidth() {
    return err ? columns.orElse(Integer.MAX_VALUE) : Integer.MAX_VALUE;
  }

  /** Of standard output; no limit when people do not read it. */
  public int width() {
    return out ? columns.orElse(Integer.MAX_VALUE) : Integer.MAX_VALUE;
  }
}
