package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for H2 only is here; the rest is in tests that run with each database. */
final class JournalDatabaseTest {
  @TempDir Path folder;

  @Test
  void shouldMakeTheFolderAndTheFile() {
    // given
    Path directory = folder.resolve("data").resolve("journal");
    // when
    try (var database = JournalDatabase.open(directory)) {
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
      assertThatThrownBy(() -> JournalDatabase.open(folder))
          .isInstanceOf(JournalInUseException.class)
          .hasMessage(
              "The journal " + folder.resolve("journal.mv.db") + " is in use by another process");
      assertThatThrownBy(() -> JournalReader.open(folder))
          .isInstanceOf(JournalInUseException.class);
      assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(5));
    }
    // and when the other is gone, although it was killed
    try (var database = JournalDatabase.open(folder)) {
      assertThat(database.leaderTerm().takeNext()).isEqualTo(2);
    }
  }

  @Test
  void shouldSayWhichFileItCannotOpen() throws IOException {
    // given
    Files.writeString(folder.resolve("journal.mv.db"), "this is no database ".repeat(1000));
    // when, then
    assertThatThrownBy(() -> JournalDatabase.open(folder))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(folder.resolve("journal.mv.db").toString());
  }

  @Test
  void shouldCloseAfterTheActorSystemAndMakeTheFileSmall() throws SQLException {
    // given a system that wrote
    JournalDatabase database = JournalDatabase.open(folder);
    ActorTestKit kit = ActorTestKit.create(config(database));
    database.closeAfter(kit.system());
    TestProbe<String> acknowledged = kit.createTestProbe(String.class);
    var writer = kit.spawn(RecordingActor.create("n1:1", acknowledged.ref()));
    for (int i = 0; i < 300; i++) {
      writer.tell(new RecordingActor.Append("x".repeat(1000)));
      acknowledged.receiveMessage(Duration.ofSeconds(10));
    }
    long grown = Path.of(database.place()).toFile().length();
    // when
    kit.shutdownTestKit();
    // then
    assertThat(Path.of(database.place()).toFile().length()).isLessThan(grown / 2);
    try (var reader = JournalReader.open(folder)) {
      assertThat(reader.events()).hasSize(300);
    }
  }

  @Test
  void shouldTakeASecondCloseForNothing() {
    // given
    JournalDatabase database = JournalDatabase.open(folder);
    database.close();
    // when
    database.close();
    // then
    assertThat(JournalDatabase.open(folder).leaderTerm().takeNext()).isEqualTo(1);
  }

  @Test
  void shouldConfigureThePluginAsItsOwnConnection() {
    try (var database = JournalDatabase.open(folder)) {
      // when
      Config plugin = config(database);
      Config pool = plugin.getConfig("akka-persistence-jdbc.shared-databases.slick");
      // then
      assertThat(pool.getString("db.url")).isEqualTo(new H2File(folder).url());
      assertThat(pool.getString("db.driver")).isEqualTo("org.h2.Driver");
      assertThat(pool.getInt("db.numThreads")).isEqualTo(pool.getInt("db.maxConnections"));
      assertThat(plugin.getInt("jdbc-journal.bufferSize")).isEqualTo(20_000);
      assertThat(plugin.getString("jdbc-read-journal.use-shared-db")).isEqualTo("slick");
    }
  }

  @Test
  void shouldChangeNothingInAFileThatIsRead() {
    // given
    JournalDatabase.open(folder).close();
    var file = folder.resolve("journal.mv.db").toFile();
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
        .hasMessageContaining(folder.resolve("elsewhere").resolve("journal.mv.db").toString());
    assertThat(folder.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void shouldNeverLetAcknowledgedEventsWaitInMemory() {
    assertThat(new H2File(folder).url()).contains(";WRITE_DELAY=0");
  }

  static Config config(JournalDatabase database) {
    return database.akkaConfig().withFallback(ConfigFactory.load());
  }
}
