package ebb.demo.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A process with a log file for its standard output and standard error. */
public final class ManagedProcess {
  private final String name;
  private final Process process;
  private final Path log;
  private volatile boolean mayEnd;

  ManagedProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /** Its name in messages. */
  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  public Path log() {
    return log;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Empty while the process runs. */
  public OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** From now on the process may end without being reported as failed. */
  public void mayEnd() {
    mayEnd = true;
  }

  /**
   * @throws ProcessFailedException if the process has ended unexpectedly
   */
  public void checkAlive() {
    exitCode()
        .ifPresent(
            code -> {
              if (!mayEnd) {
                throw new ProcessFailedException(
                    name + " ended by itself with exit code " + code + "; its last words:",
                    logEnd());
              }
            });
  }

  /** Waits for the end; empty if the process still runs after this time. */
  public OptionalInt awaitExit(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
          ? OptionalInt.of(process.exitValue())
          : OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessFailedException("Interrupted while waiting for the end of " + name);
    }
  }

  /** Sends SIGTERM and does not wait. */
  public void terminate() {
    mayEnd = true;
    process.destroy();
  }

  /** Sends SIGKILL and waits until the process has gone. */
  public void kill() {
    mayEnd = true;
    process.destroyForcibly();
    awaitExit(Duration.ofSeconds(10));
  }

  /** Suspends the process with SIGSTOP; its ports stay open. */
  public void pause() {
    signal("STOP");
  }

  /** Continues a suspended process with SIGCONT. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      int exitCode =
          new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
              .inheritIO()
              .start()
              .waitFor();
      if (exitCode != 0) {
        throw new ProcessFailedException("Cannot send SIG" + signal + " to " + name);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot send SIG" + signal + " to " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessFailedException("Interrupted while signalling " + name);
    }
  }

  /** The first line of the log that contains the text. */
  public Optional<String> logLine(String text) {
    try (var lines = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
      return lines.lines().filter(line -> line.contains(text)).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the log of " + name, e);
    }
  }

  /** The last lines of the log. */
  public List<String> logEnd() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      return lines.subList(Math.max(0, lines.size() - 20), lines.size());
    } catch (IOException e) {
      return List.of("(cannot read " + log + ": " + e.getMessage() + ")");
    }
  }
}
