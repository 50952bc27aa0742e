package ebb.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder for each run, under one root; removed after it, unless the user wants to keep them. That
 * of a run that failed stays.
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
   * Makes the root, among the temporary files of this machine.
   *
   * @param prefix of its name
   * @param out hears where it is, if something is left in it
   */
  public static RunFolders create(String prefix, boolean keep, PrintStream out) throws IOException {
    return new RunFolders(Files.createTempDirectory(prefix), keep, out);
  }

  /** Does not exist yet. */
  public Path of(String run) {
    return root.resolve(run);
  }

  /** The run is over, and has not failed. */
  public void leave(Path run) throws IOException {
    if (!keep) {
      remove(run);
    }
  }

  /** Nothing runs any more. */
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

  /** With all that is in it; does nothing if it is not there. */
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
