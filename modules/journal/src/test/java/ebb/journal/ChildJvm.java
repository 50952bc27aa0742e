package ebb.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Another process with the class path of this one; ended with SIGKILL. */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  /**
   * @param log gets what it writes to its standard error
   */
  public static ChildJvm start(Class<?> main, Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2");
    String logback = System.getProperty("logback.configurationFile");
    if (logback != null) {
      command.add("-Dlogback.configurationFile=" + logback);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ChildJvm(
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  /** Waits for the next line of its standard output; null at the end. */
  public @Nullable String readLine() throws IOException {
    return output.readLine();
  }

  /** A line on its standard input. */
  public void writeLine(String line) throws IOException {
    process.outputWriter().write(line + "\n");
    process.outputWriter().flush();
  }

  /**
   * Waits until it has ended by itself.
   *
   * @return its exit code
   */
  public int awaitEnd(Duration limit) {
    return process.onExit().orTimeout(limit.toSeconds(), TimeUnit.SECONDS).join().exitValue();
  }

  /** Sends a signal such as STOP or CONT. */
  public void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("kill -" + name + " ended with " + kill.exitValue());
    }
  }

  /** Sends SIGKILL and waits for the end; what it wrote before can still be read. */
  public void kill() {
    // Process.destroyForcibly would close its output too.
    process.toHandle().destroyForcibly();
    process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
