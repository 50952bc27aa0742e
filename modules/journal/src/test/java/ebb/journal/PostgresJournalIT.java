package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.journal.database.PostgresDatabase;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import ebb.journal.guard.LostWriteException;
import ebb.journal.guard.Watermarks;
import ebb.journal.replay.BeforeJournalException;
import ebb.journal.replay.FleetHistory;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.PastFleet;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for PostgreSQL only. */
final class PostgresJournalIT {
  @TempDir Path folder;

  @Test
  void shouldMakeItsTablesWhenSeveralInstancesStartAtOnce() {
    // given
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    // when
    var starts =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> TestDatabase.open(settings)))
            .toList();
    // then
    starts.forEach(start -> assertThat(start.orTimeout(60, TimeUnit.SECONDS).join()).isNotNull());
    assertThat(TestDatabase.open(settings).leaderTerm().takeNext()).isEqualTo(1);
  }

  @Test
  void shouldReadWhatAnInstanceIsWritingAsOfOneMoment() {
    // given an instance that wrote, and goes on
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    JournalDatabase database = TestDatabase.open(settings);
    ActorTestKit kit = ActorTestKit.create(JournalDatabaseTest.config(database));
    try (var reader = JournalReader.open(settings.database())) {
      TestProbe<String> acknowledged = kit.createTestProbe(String.class);
      var writer = kit.spawn(RecordingActor.create("n1:1", acknowledged.ref()));
      writer.tell(new RecordingActor.Append(""));
      acknowledged.receiveMessage(Duration.ofSeconds(20));
      // when
      assertThat(reader.events()).hasSize(1);
      writer.tell(new RecordingActor.Append(""));
      acknowledged.receiveMessage(Duration.ofSeconds(20));
      // then
      assertThat(reader.events()).hasSize(1);
    } finally {
      kit.shutdownTestKit();
    }
  }

  /** As a URL with several hosts is written. */
  @Test
  void shouldReadFromAPrimaryIfTheUrlSaysSo() throws SQLException {
    JournalSettings plain = TestDatabase.POSTGRES.emptyJournal(folder);
    JournalSettings settings =
        TestDatabase.settings(
            folder.toString(),
            plain.url() + "?targetServerType=primary",
            plain.user(),
            plain.passwordFile());
    JournalCreation.create(settings);
    try (JournalReader reader = JournalReader.open(settings.database())) {
      assertThat(reader.events()).isEmpty();
    }
    try (Connection reading = settings.database().connectForReading();
        Statement statement = reading.createStatement()) {
      assertThatThrownBy(() -> statement.executeUpdate("DELETE FROM event_journal"))
          .hasMessageContaining("read-only transaction");
    }
  }

  /** One that takes no writes looks like a replica to the driver. */
  @Test
  void shouldTellThePastFromThePrimaryOnlyWhileItRuns() throws SQLException {
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    JournalDatabase running = TestDatabase.open(settings);
    Instant now = Instant.now();
    assertThatThrownBy(() -> fleetAt(now, running)).isInstanceOf(BeforeJournalException.class);

    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "ALTER DATABASE \"%s\" SET default_transaction_read_only = on"
              .formatted(connection.getCatalog()));
    }
    try (JournalReader audit = JournalReader.open(settings.database())) {
      assertThat(audit.events()).isEmpty();
      assertThatThrownBy(() -> fleetAt(now, running))
          .isInstanceOf(JournalException.class)
          .isNotInstanceOf(BeforeJournalException.class);
    } finally {
      running.close();
    }
  }

  private static PastFleet fleetAt(Instant at, JournalDatabase journal) {
    try (JournalReader reader = journal.reader()) {
      return new FleetHistory().at(at, reader);
    }
  }

  /** After a failover, what came last may be known to one instance only. */
  @Test
  void shouldGoOnForNoInstanceWithoutWhatOneOfThemHasAcknowledged() throws Exception {
    // given an instance that has acknowledged what the database has lost, and another one
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    JournalSettings otherSettings = settings.withDirectory(folder.resolve("other"));
    JournalDatabase database = TestDatabase.openAsTheSame(settings);
    JournalDatabase other = TestDatabase.openAsTheSame(otherSettings);
    List<String> ends = new ArrayList<>();
    other.guard().onLostWrite(ends::add);
    ActorTestKit kit = ActorTestKit.create(JournalDatabaseTest.config(database));
    TestProbe<String> acknowledged = kit.createTestProbe(String.class);
    kit.spawn(RecordingActor.create("n1:1", acknowledged.ref()))
        .tell(new RecordingActor.Append(""));
    acknowledged.receiveMessage(Duration.ofSeconds(20));
    kit.shutdownTestKit();
    database.close();
    execute(settings, "DELETE FROM event_journal");
    other.guard().probe();
    assertThat(ends).isEmpty();
    // when
    assertForgets(settings, "lacks write 1 of RMNode|n1:1");
    // then
    String lacks = "lacks a write that another instance has acknowledged; see the log of that";
    other.guard().probe();
    assertThat(ends).singleElement().asString().contains(lacks);
    assertThatThrownBy(() -> other.leaderTerm().takeNext()).hasMessageContaining(lacks);
    other.close();
    assertForgets(otherSettings, lacks);
    assertForgets(settings, "lacks write 1 of RMNode|n1:1");
    // and once all of them are told to go on without it
    Watermarks.forget(settings.directory());
    Watermarks.forget(otherSettings.directory());
    TestDatabase.openAsTheSame(settings).close();
    TestDatabase.openAsTheSame(otherSettings).close();
    TestDatabase.openAsTheSame(settings).close();
  }

  private static void assertForgets(JournalSettings settings, String what) {
    assertThatThrownBy(() -> JournalDatabase.open(settings))
        .isInstanceOf(LostWriteException.class)
        .hasMessageContaining(what)
        .hasMessageContaining("or remove " + settings.directory());
  }

  private static void execute(JournalSettings settings, String sql) throws SQLException {
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Test
  void shouldSayInOneLineThatItsPasswordIsWrongAndKeepIt() throws IOException {
    // given
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    Files.writeString(Path.of(settings.passwordFile()), "s3cret");
    // when, then
    assertThatThrownBy(() -> TestDatabase.open(settings))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(settings.url())
        .hasMessageContaining("password authentication failed for user \"ebb\"")
        .hasMessageNotContaining("s3cret")
        .hasMessageNotContaining("\n");
    assertThat(settings.toString()).doesNotContain("s3cret");
  }

  @Test
  void shouldTakeANewPasswordWithoutARestart() throws IOException {
    // given a database in use
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    JournalDatabase database = TestDatabase.open(settings);
    Path file = Path.of(settings.passwordFile());
    String password = Files.readString(file);
    // when the file has another password
    Files.writeString(file, "wrong");
    assertThatThrownBy(() -> database.leaderTerm().takeNext()).hasMessageContaining("password");
    Files.writeString(file, password);
    // then
    assertThat(database.leaderTerm().takeNext()).isEqualTo(1);
  }

  @Test
  void shouldPutNoPasswordIntoTheConfigurationOfThePlugin() throws IOException {
    // given
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    // when
    String config = TestDatabase.open(settings).akkaConfig().root().render();
    // then
    assertThat(config)
        .contains(settings.passwordFile())
        .doesNotContain(Files.readString(Path.of(settings.passwordFile())).strip());
  }

  @Test
  void shouldSayThatThePasswordFileIsMissing() throws IOException {
    // given
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    Files.delete(Path.of(settings.passwordFile()));
    // when, then
    assertThatThrownBy(() -> TestDatabase.open(settings))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("cannot read the password file " + settings.passwordFile());
  }

  @Test
  void shouldRefuseTheStartSoonWhenNobodyListens() throws IOException {
    // given
    try (PostgresServer server = PostgresServer.start()) {
      JournalSettings settings = TestDatabase.onPostgres(server, folder);
      server.stop();
      Instant start = Instant.now();
      // when, then
      assertThatThrownBy(() -> TestDatabase.open(settings))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining(settings.url())
          .hasMessageContaining("refused");
      assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(15));
    }
  }

  @Test
  void shouldGoOnWithItsRowsWhenTheDatabaseWasAway() {
    // given a leader
    try (PostgresServer server = PostgresServer.start()) {
      JournalDatabase database = TestDatabase.open(TestDatabase.onPostgres(server, folder));
      try (FencedStore rows = database.fencedStore(database.leaderTerm().takeNext())) {
        rows.write(put("before"));
        // when the database goes, and comes back while he writes
        server.stop();
        var writing = CompletableFuture.runAsync(() -> rows.write(put("meanwhile")));
        assertThatThrownBy(() -> writing.get(1, TimeUnit.SECONDS))
            .isInstanceOf(TimeoutException.class);
        server.startAgain();
        // then
        writing.orTimeout(60, TimeUnit.SECONDS).join();
        assertThat(rows.read("app"))
            .extracting(row -> row.key().id())
            .containsExactly("before", "meanwhile");
      }
    }
  }

  @Test
  void shouldGiveUpAtOnceWhenItIsInAHurry() {
    // given a leader whose database is gone
    try (PostgresServer server = PostgresServer.start()) {
      JournalDatabase database = TestDatabase.open(TestDatabase.onPostgres(server, folder));
      try (FencedStore rows = database.fencedStore(database.leaderTerm().takeNext())) {
        server.stop();
        var writing = CompletableFuture.runAsync(() -> rows.write(put("lost")));
        // when
        rows.hurry();
        // then
        assertThatThrownBy(() -> writing.get(30, TimeUnit.SECONDS))
            .hasCauseInstanceOf(JournalException.class);
        // and nobody waits for the same again
        Instant start = Instant.now();
        for (String id : Collections.nCopies(20, "lost")) {
          assertThatThrownBy(() -> rows.write(put(id))).isInstanceOf(JournalException.class);
        }
        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(5));
      }
    }
  }

  /** A paused process keeps what it has locked, until the server ends its transaction. */
  @Test
  void shouldGetTheTermOfALeaderThatStandsStillWithinATransaction() throws SQLException {
    // given
    JournalSettings settings = TestDatabase.POSTGRES.emptyJournal(folder);
    JournalDatabase database = TestDatabase.open(settings);
    long term = database.leaderTerm().takeNext();
    try (Connection paused = settings.database().connect();
        Statement statement = paused.createStatement()) {
      paused.setAutoCommit(false);
      statement.execute("SELECT term FROM ebb_leader_term FOR UPDATE");
      // when
      var next = CompletableFuture.supplyAsync(() -> database.leaderTerm().takeNext());
      // then
      assertThat(next.orTimeout(14, TimeUnit.SECONDS).join()).isEqualTo(term + 1);
      assertThatThrownBy(paused::commit).isInstanceOf(SQLException.class);
    }
  }

  /** An audit on a machine that is busy, or was suspended, for instance. */
  @Test
  void shouldWaitForAReaderThatStandsStillBetweenTwoPages() throws SQLException {
    JournalSettings base = TestDatabase.POSTGRES.emptyJournal(folder);
    var database =
        new PostgresDatabase(base.url(), base.user(), base.passwordFile(), Duration.ofMinutes(5));
    try (Connection reading = database.connectForReading();
        Statement statement = reading.createStatement()) {
      var row = statement.executeQuery("SHOW idle_in_transaction_session_timeout");
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("0");
    }
  }

  @Test
  void shouldUseTheDriversParametersInItsUrl() throws SQLException {
    // given
    JournalSettings base = TestDatabase.POSTGRES.emptyJournal(folder);
    var database =
        new PostgresDatabase(
            base.url() + "?ApplicationName=mine&options=-c%20work_mem%3D7MB",
            base.user(),
            base.passwordFile(),
            Duration.ofSeconds(2));
    // when, then
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      for (List<String> expected :
          List.of(
              List.of("application_name", "mine"),
              List.of("work_mem", "7MB"),
              List.of("statement_timeout", "2s"))) {
        var row = statement.executeQuery("SHOW " + expected.get(0));
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).isEqualTo(expected.get(1));
      }
      assertThatThrownBy(() -> statement.execute("SELECT pg_sleep(20)"))
          .hasMessageContaining("statement timeout");
    }
  }

  @Test
  void shouldWriteAgainAfterAWriterThatWaitedWasInterrupted() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      // given a writer that waits for the database
      JournalSettings settings = TestDatabase.onPostgres(server, folder);
      JournalDatabase database = TestDatabase.open(settings);
      try (FencedStore rows = database.fencedStore(database.leaderTerm().takeNext())) {
        rows.write(put("before"));
        server.stop();
        var failed = new CompletableFuture<Throwable>();
        var writer =
            new Thread(() -> failed.complete(catchThrowable(() -> rows.write(put("lost")))));
        writer.start();
        // when
        writer.interrupt();
        // then
        assertThat(failed.get(60, TimeUnit.SECONDS)).isInstanceOf(JournalException.class);
        server.startAgain();
        rows.write(put("after"));
        assertThat(rows.read("app")).extracting(row -> row.key().id()).contains("after");
      }
    }
  }

  private static Change put(String id) {
    return new Change.Put(new Row(new RowKey("app", "", id), new byte[] {1}));
  }
}
