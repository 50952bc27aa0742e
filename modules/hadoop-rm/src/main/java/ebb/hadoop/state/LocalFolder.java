package ebb.hadoop.state;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Makes the files of Hadoop's stores durable on this machine's disk. */
public final class LocalFolder {
  private LocalFolder() {}

  /** Reads a store's content, and writes it again. */
  @FunctionalInterface
  public interface Recovery {
    void run() throws IOException, YarnException;
  }

  /**
   * Recovers a store. Everything that it has written is durable afterwards.
   *
   * @throws IOException with a one-line message that names the folder if its content is damaged
   */
  public static void recover(
      Recovery recovery, org.apache.hadoop.fs.Path folder, FileSystem fileSystem)
      throws IOException, YarnException {
    try {
      recovery.run();
    } catch (RuntimeException e) {
      throw new IOException(
          "what Hadoop keeps in " + folder + " is damaged; put a copy back, or remove it", e);
    }
    sync(folder, fileSystem);
  }

  /** Makes all files of a local folder durable. Other file systems do that themselves. */
  public static void sync(org.apache.hadoop.fs.Path folder, FileSystem fileSystem)
      throws IOException {
    if (!fileSystem.getUri().getScheme().equals("file")) {
      return;
    }
    Path path = Path.of(folder.toUri().getPath());
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sync(file, StandardOpenOption.WRITE);
      }
    }
    sync(path, StandardOpenOption.READ);
  }

  private static void sync(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
