package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import ebb.journal.database.JournalSettings;
import ebb.journal.database.SqliteFile;
import ebb.journal.replay.JournalReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for SQLite only is here; the rest is in tests that run with each database. */
public final class JournalDatabaseTest {
  @TempDir Path folder;

  @Test
  void shouldMakeTheFolderAndTheFile() {
    // given
    Path directory = folder.resolve("data").resolve("journal");
    // when
    try (var database = TestDatabase.open(directory)) {
      // then
      assertThat(Path.of(database.place())).isRegularFile().hasParent(directory);
    }
  }

  @Test
  void shouldRefuseASecondStartOnTheSameJournalAtOnceAndInOneLine() throws Exception {
    // given another process that has it open
    Path log = folder.resolve("child.log");
    try (var other =
        ChildJvm.start(
            JournalHolder.class, log, TestDatabase.arguments(JournalSettings.in(folder)))) {
      assertThat(other.readLine()).as(Files.readString(log)).isEqualTo("open 1");
      Instant start = Instant.now();
      // when, then
      assertThatThrownBy(() -> TestDatabase.open(folder))
          .isInstanceOf(JournalInUseException.class)
          .hasMessage("The journal in " + folder + " is in use by another process");
      // and it can be read all the same
      try (var reader = JournalReader.open(folder)) {
        assertThat(reader.events()).isEmpty();
      }
      assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(5));
    }
    // and when the other is gone, although it was killed
    try (var database = TestDatabase.open(folder)) {
      assertThat(database.leaderTerm().takeNext()).isEqualTo(2);
    }
  }

  @Test
  void shouldSayWhichFileItCannotOpen() throws IOException {
    // given
    Files.writeString(folder.resolve("journal.db"), "this is no database ".repeat(1000));
    // when, then
    assertThatThrownBy(() -> TestDatabase.open(folder))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(folder.resolve("journal.db").toString());
  }

  @Test
  void shouldTakeASecondCloseForNothing() {
    // given
    JournalDatabase database = TestDatabase.open(folder);
    database.close();
    // when
    database.close();
    // then
    assertThat(TestDatabase.open(folder).leaderTerm().takeNext()).isEqualTo(1);
  }

  @Test
  void shouldConfigureThePluginAsItsOwnConnection() {
    try (var database = TestDatabase.open(folder)) {
      // when
      Config plugin = config(database);
      Config pool = plugin.getConfig("akka-persistence-jdbc.shared-databases.slick");
      // then
      assertThat(pool.getString("db.url")).isEqualTo(SqliteFile.in(folder).url());
      assertThat(pool.getString("db.driver")).isEqualTo("org.sqlite.JDBC");
      assertThat(pool.getInt("db.numThreads")).isEqualTo(pool.getInt("db.maxConnections"));
      assertThat(plugin.getInt("jdbc-journal.bufferSize")).isEqualTo(20_000);
      assertThat(plugin.getString("jdbc-read-journal.use-shared-db")).isEqualTo("slick");
    }
  }

  @Test
  void shouldChangeNothingInAFileThatIsRead() {
    // given
    TestDatabase.open(folder).close();
    var file = folder.resolve("journal.db").toFile();
    long size = file.length();
    long modified = file.lastModified();
    // when
    try (var reader = JournalReader.open(folder)) {
      assertThat(reader.events()).isEmpty();
    }
    // then
    assertThat(file.length()).isEqualTo(size);
    assertThat(file.lastModified()).isEqualTo(modified);
  }

  @Test
  void shouldSayThatThereIsNoJournal() {
    assertThatThrownBy(() -> JournalReader.open(folder.resolve("elsewhere")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(folder.resolve("elsewhere").resolve("journal.db").toString());
    assertThat(folder.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void shouldSyncEachCommit() throws SQLException {
    TestDatabase.open(folder).close();
    try (var connection = SqliteFile.in(folder).connect();
        var row = connection.createStatement().executeQuery("PRAGMA synchronous")) {
      assertThat(row.getInt(1)).as("2 is FULL").isEqualTo(2);
    }
  }

  public static Config config(JournalDatabase database) {
    return database.akkaConfig().withFallback(ConfigFactory.load());
  }
}
