package ebb.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder for each run, under one root. Each is removed after its run, unless the run failed or
 * the user keeps them.
 */
public final class RunFolders implements AutoCloseable {
  private final Path root;
  private final boolean keep;
  private final PrintStream out;

  private RunFolders(Path root, boolean keep, PrintStream out) {
    this.root = root;
    this.keep = keep;
    this.out = out;
  }

  /**
   * Creates the root in the system's temporary folder.
   *
   * @param prefix of its name
   * @param out is told where the root is, if something is left in it
   */
  public static RunFolders create(String prefix, boolean keep, PrintStream out) throws IOException {
    return new RunFolders(Files.createTempDirectory(prefix), keep, out);
  }

  /** The folder of this run, which does not exist yet. */
  public Path of(String run) {
    return root.resolve(run);
  }

  /** Ends a run that has succeeded. */
  public void leave(Path run) throws IOException {
    if (!keep) {
      remove(run);
    }
  }

  /** Ends all runs. */
  @Override
  public void close() throws IOException {
    if (keep || !isEmpty(root)) {
      out.println("Settings, data and logs are in " + root);
    } else {
      remove(root);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  /** Removes the folder and its content, if it exists. */
  private static void remove(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
