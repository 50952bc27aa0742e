package ebb.differential.stock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ebb.differential.script.Generator;
import ebb.differential.script.Trace;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Stock in its own JVM, because Hadoop's metrics are static. Reads seeds and writes traces. It
 * works ahead of its reader as far as the pipe permits.
 */
public final class StockProcess implements AutoCloseable {
  private final Process process;
  private final ObjectInputStream traces;

  /**
   * @param folder for the lists of the stock side
   */
  public StockProcess(Path folder, long firstSeed, long count) throws IOException {
    process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    StockProcess.class.getName(),
                    folder.toString(),
                    Long.toString(firstSeed),
                    Long.toString(count)))
            .redirectError(Redirect.INHERIT)
            .start();
    traces = new ObjectInputStream(process.getInputStream());
  }

  public Trace next() throws IOException {
    try {
      return (Trace) traces.readUnshared();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    } catch (EOFException e) {
      throw new IOException("stock's JVM has ended; what it said stands above", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }

  /** The other end of the pipe. */
  public static void main(String[] arguments) throws IOException {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
    PrintStream pipe = System.out;
    PrintStream errors = System.err;
    // The XML parser writes to it for each malformed list.
    System.setOut(errors);
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    Path folder = Path.of(arguments[0]);
    long firstSeed = Long.parseLong(arguments[1]);
    long count = Long.parseLong(arguments[2]);
    try (ObjectOutputStream traces =
        new ObjectOutputStream(new BufferedOutputStream(pipe, 1 << 16))) {
      traces.flush();
      for (long seed = firstSeed; seed < firstSeed + count; seed++) {
        try (HadoopSide side = new StockSide(Generator.script(seed), folder)) {
          traces.writeUnshared(side.run());
          traces.reset();
          traces.flush();
        }
      }
    } catch (RuntimeException e) {
      e.printStackTrace(errors);
    }
    // Hadoop leaves threads behind.
    Runtime.getRuntime().halt(0);
  }
}
