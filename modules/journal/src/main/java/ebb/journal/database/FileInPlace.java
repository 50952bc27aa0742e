package ebb.journal.database;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A file that this process has open, and that must not be removed or replaced. If it is, writes to
 * it do not fail, but are lost.
 *
 * @param key identifies the file itself, not its name; null if the file system has no such key
 */
public record FileInPlace(Path path, @Nullable Object key) {

  public static FileInPlace of(Path path) throws IOException {
    return new FileInPlace(path, keyOf(path));
  }

  /**
   * @throws FileNotFoundException if the file was removed, or another file has its name
   */
  public void requireInPlace() throws IOException {
    Object now;
    try {
      now = keyOf(path);
    } catch (NoSuchFileException e) {
      now = null;
    }
    if (key != null && !key.equals(now)) {
      throw new FileNotFoundException(
          path + " was " + (now == null ? "removed" : "replaced") + " while it was in use");
    }
  }

  /** Makes the new name of a file durable in its folder. */
  public static void syncFolder(Path path) throws IOException {
    try (FileChannel folder =
        FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }

  private static @Nullable Object keyOf(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }
}
