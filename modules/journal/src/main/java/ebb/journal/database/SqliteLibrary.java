package ebb.journal.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Where the driver of SQLite unpacks its native library: in the journal's folder, because a folder
 * for temporary files may forbid to run what is in it. What killed processes left there is removed.
 */
public final class SqliteLibrary {
  private static final String KEY = "org.sqlite.tmpdir";

  private static boolean loaded;

  private SqliteLibrary() {}

  /**
   * Loads it, unless this process has it. To be called with the folder locked, before anybody
   * connects.
   *
   * @throws JournalException in one line, if it cannot be unpacked or loaded
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
      // What the driver has unpacked is as open as the process's umask.
      OwnerOnly.narrow(folder);
      loaded = true;
    } catch (Exception e) { // as it is declared
      throw new JournalException(
          "Cannot unpack and load SQLite's library in %s, where %d bytes are free"
              .formatted(folder, Files.getFileStore(folder).getUsableSpace()),
          "make room there, or allow to run what is in it",
          e);
    }
  }
}
