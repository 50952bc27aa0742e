package ebb.soak.fault;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs commands of the operating system. */
final class Commands {
  private Commands() {}

  /**
   * Blocks until it has ended.
   *
   * @return its output
   * @throws IOException if there is no such command, or it fails
   */
  static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("Failed: " + String.join(" ", command) + ": " + printed.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted: " + String.join(" ", command), e);
    }
    return printed.strip();
  }

  static boolean exist(String... commands) {
    return Stream.of(commands)
        .allMatch(
            command ->
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                    .anyMatch(folder -> Path.of(folder, command).toFile().canExecute()));
  }
}
