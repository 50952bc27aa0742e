package ebb.hadoop.state;

import com.typesafe.config.ConfigFactory;
import ebb.journal.JournalCreation;
import ebb.journal.database.JournalSettings;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The databases that the store can lie in: what holds for one has to hold for the other. */
enum TestDatabase {
  SQLITE {
    @Override
    JournalSettings emptyJournal(Path folder) {
      return made(JournalSettings.in(folder));
    }
  },
  POSTGRES {
    @Override
    JournalSettings emptyJournal(Path folder) {
      return onPostgres(PostgresServer.shared(), folder);
    }
  };

  /**
   * @param folder for what is in files
   */
  abstract JournalSettings emptyJournal(Path folder);

  static JournalSettings onPostgres(PostgresServer server, Path folder) {
    Path password = folder.resolve("password");
    try {
      Files.writeString(password, server.password());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return made(
        JournalSettings.from(
            ConfigFactory.parseMap(
                    Map.of(
                        "ebb.journal.url",
                        server.createDatabase(),
                        "ebb.journal.user",
                        PostgresServer.USER,
                        "ebb.journal.password-file",
                        password.toString(),
                        "ebb.journal.directory",
                        folder.toString()))
                .withFallback(ConfigFactory.load())));
  }

  private static JournalSettings made(JournalSettings settings) {
    JournalCreation.create(settings);
    return settings;
  }
}
