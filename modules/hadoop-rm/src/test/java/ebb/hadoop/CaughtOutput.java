package ebb.hadoop;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Captures standard output and standard error of the whole JVM until it is closed. */
public final class CaughtOutput implements AutoCloseable {
  private final PrintStream outBefore = System.out;
  private final PrintStream errBefore = System.err;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  public CaughtOutput() {
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  /** Standard output so far. */
  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Standard error so far. */
  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    System.setOut(outBefore);
    System.setErr(errBefore);
  }
}
