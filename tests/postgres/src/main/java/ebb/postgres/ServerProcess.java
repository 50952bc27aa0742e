package ebb.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The running server behind a shell, which waits for a line or the end of its standard input and
 * then stops the server. So the server ends with this process, even if this process is killed. In
 * that case nobody else could delete the folder, so the shell does.
 */
final class ServerProcess {
  /**
   * SIGINT ends all connections and then the server, in order. SIGTERM would wait for the clients.
   */
  private static final String GUARD =
      """
      folder=$1; shift
      "$@" & server=$!; echo $server
      read -r word; told=$?
      kill -INT $server; wait $server
      [ $told -eq 0 ] || rm -rf -- "$folder"
      """;

  private static final byte[] STOP = "stop\n".getBytes(StandardCharsets.US_ASCII);

  private static final int PATIENCE_SECONDS = 60;

  private final Process guard;
  private final ProcessHandle server;
  private final Path log;

  private ServerProcess(Process guard, ProcessHandle server, Path log) {
    this.guard = guard;
    this.server = server;
    this.log = log;
  }

  /**
   * @param folder deleted with this process if it ends without {@link #stop}
   * @param log gets the server's output
   */
  static ServerProcess start(List<String> command, Path folder, Path log) {
    List<String> guarded = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "guard"));
    guarded.add(folder.toString());
    guarded.addAll(command);
    try {
      Process guard =
          new ProcessBuilder(guarded)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      @SuppressWarnings("resource") // The shell keeps its output open as long as it runs.
      BufferedReader output = guard.inputReader();
      String pid = output.readLine();
      if (pid == null) {
        throw new IOException("its guard ended at once");
      }
      ProcessHandle server =
          ProcessHandle.of(Long.parseLong(pid))
              .orElseThrow(() -> new IOException("it ended at once: " + read(log)));
      return new ServerProcess(guard, server, log);
    } catch (IOException e) {
      throw new PostgresException("Cannot start PostgreSQL: " + e.getMessage(), e);
    }
  }

  long pid() {
    return server.pid();
  }

  boolean isAlive() {
    return guard.isAlive() && server.isAlive();
  }

  /** The server's output. */
  String output() {
    return read(log);
  }

  /** Waits at most this long. */
  void awaitEnd(int milliseconds) {
    try {
      boolean ended = guard.waitFor(milliseconds, TimeUnit.MILLISECONDS);
      assert !ended || !isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("Interrupted", e);
    }
  }

  /** SIGKILL, also to its children. {@link #stop} has to follow. */
  void kill() {
    List<ProcessHandle> children = server.descendants().toList();
    server.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  void stop() {
    try {
      try (OutputStream input = guard.getOutputStream()) {
        input.write(STOP);
      }
      if (!guard.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        server.destroyForcibly();
        guard.destroyForcibly();
        throw new PostgresException("PostgreSQL did not end and was killed: " + output());
      }
    } catch (IOException e) {
      throw new PostgresException("Cannot stop PostgreSQL", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("Interrupted", e);
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
