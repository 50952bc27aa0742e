package ebb.journal.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Loads the native library of the SQLite driver. The driver unpacks it in the journal's folder,
 * because a folder for temporary files may not allow execution. Files that killed processes left
 * there are removed.
 */
public final class SqliteLibrary {
  private static final String KEY = "org.sqlite.tmpdir";

  private static boolean loaded;

  private SqliteLibrary() {}

  /**
   * Loads the library, unless this process has loaded it. Must be called while the folder is
   * locked, before the first connection.
   *
   * @throws JournalException with one line, if the library cannot be unpacked or loaded
   */
  public static synchronized void loadFrom(Path directory) throws IOException {
    if (loaded) {
      return;
    }
    Path folder = directory.resolve("native");
    OwnerOnly.requireNoLink(folder);
    OwnerOnly.folder(folder);
    try (Stream<Path> left = Files.list(folder)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
    System.setProperty(KEY, folder.toString());
    try {
      SQLiteJDBCLoader.initialize();
      // The driver unpacks files with the permissions of the process's umask.
      OwnerOnly.narrow(folder);
      loaded = true;
    } catch (Exception e) { // as the driver declares it
      throw new JournalException(
          "Cannot unpack and load SQLite's library in %s, where %d bytes are free"
              .formatted(folder, Files.getFileStore(folder).getUsableSpace()),
          "make room there, or allow to run what is in it",
          e);
    }
  }
}
