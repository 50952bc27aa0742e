package ebb.journal;

import com.typesafe.config.ConfigFactory;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;

/** The databases that a journal can lie in: what holds for one has to hold for the other. */
public enum TestDatabase {
  SQLITE {
    @Override
    public JournalSettings emptyJournal(Path folder) {
      return JournalSettings.in(folder);
    }
  },
  POSTGRES {
    @Override
    public JournalSettings emptyJournal(Path folder) {
      return onPostgres(PostgresServer.shared(), folder);
    }
  };

  /**
   * @param folder for what is in files
   */
  public abstract JournalSettings emptyJournal(Path folder);

  /** The journal that is there, or a new one; a shared one as another instance each time. */
  public static JournalDatabase open(JournalSettings settings) {
    try {
      JournalSettings own =
          settings.isShared()
              ? settings.withDirectory(Files.createTempDirectory(settings.directory(), "instance"))
              : settings;
      return openAsTheSame(own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the instance that had it before, in the same folder. */
  static JournalDatabase openAsTheSame(JournalSettings settings) {
    createIfMissing(settings);
    return JournalDatabase.open(settings);
  }

  private static boolean exists(JournalSettings settings) {
    try {
      return settings.database().exists();
    } catch (SQLException e) {
      throw settings.database().explain(e);
    }
  }

  private static void createIfMissing(JournalSettings settings) {
    if (!exists(settings)) {
      try {
        JournalCreation.create(settings);
      } catch (JournalException e) {
        // Another one of several was faster.
        if (!exists(settings)) {
          throw e;
        }
      }
    }
  }

  /** As {@link #open(JournalSettings)}, a file. */
  public static JournalDatabase open(Path directory) {
    return open(JournalSettings.in(directory));
  }

  public static JournalSettings onPostgres(PostgresServer server, Path folder) {
    Path password = folder.resolve("password");
    try {
      Files.writeString(password, server.password() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return settings(
        folder.toString(), server.createDatabase(), PostgresServer.USER, password.toString());
  }

  /** For another process, which makes settings of it with {@link #settings}. */
  public static String[] arguments(JournalSettings settings) {
    return new String[] {
      settings.directory().toString(), settings.url(), settings.user(), settings.passwordFile()
    };
  }

  static JournalSettings settings(String... arguments) {
    return JournalSettings.from(
        ConfigFactory.parseMap(
                Map.of(
                    "ebb.journal.directory",
                    arguments[0],
                    "ebb.journal.url",
                    arguments[1],
                    "ebb.journal.user",
                    arguments[2],
                    "ebb.journal.password-file",
                    arguments[3]))
            .withFallback(ConfigFactory.load()));
  }
}
