package ebb.scenarios;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs commands of the operating system. */
public final class ShellCommands {
  private static final int PATIENCE_SECONDS = 60;

  private ShellCommands() {}

  /**
   * @throws IOException if there is no such command, or it fails
   */
  public static void run(String... command) throws IOException, InterruptedException {
    run(PATIENCE_SECONDS, command);
  }

  /** The same, for a command that takes longer. */
  public static void run(int patienceSeconds, String... command)
      throws IOException, InterruptedException {
    if (!succeeds(patienceSeconds, command)) {
      throw new IOException("Failed: " + String.join(" ", command));
    }
  }

  /**
   * @throws IOException if there is no such command
   */
  public static boolean succeeds(String... command) throws IOException, InterruptedException {
    return succeeds(PATIENCE_SECONDS, command);
  }

  private static boolean succeeds(int patienceSeconds, String... command)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(List.of(command)).inheritIO().start();
    if (!process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("Takes too long: " + String.join(" ", command));
    }
    return process.exitValue() == 0;
  }

  public static boolean exist(String... commands) {
    return Stream.of(commands)
        .allMatch(
            command ->
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                    .anyMatch(folder -> Path.of(folder, command).toFile().canExecute()));
  }
}
