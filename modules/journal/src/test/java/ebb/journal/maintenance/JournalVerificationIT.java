package ebb.journal.maintenance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import ebb.journal.JournalDatabase;
import ebb.journal.JournalDatabaseTest;
import ebb.journal.RecordingActor;
import ebb.journal.TestDatabase;
import ebb.journal.database.Database;
import ebb.journal.database.EventRows;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.journal.replay.JournalReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody who can write to the database changes the past of three nodes with five events each. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
final class JournalVerificationIT {
  private static final int NODES = 3;
  private static final int EVENTS = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase journal;
  private ActorTestKit kit;

  JournalVerificationIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void write() {
    settings = kind.emptyJournal(folder);
    open();
    write(EVENTS);
  }

  @AfterEach
  void close() {
    kit.shutdownTestKit();
    journal.close();
  }

  private void open() {
    journal = TestDatabase.open(settings);
    kit = ActorTestKit.create(JournalDatabaseTest.config(journal));
  }

  /** By actors that first read what they have written before, all at the same time. */
  private void write(int events) {
    TestProbe<String> acknowledged = kit.createTestProbe(String.class);
    List<ActorRef<RecordingActor.Append>> writers = new ArrayList<>();
    for (int node = 1; node <= NODES; node++) {
      writers.add(kit.spawn(RecordingActor.create("n" + node + ":1", acknowledged.ref())));
    }
    for (int i = 0; i < events; i++) {
      writers.forEach(writer -> writer.tell(new RecordingActor.Append("")));
    }
    for (int i = 0; i < NODES * events; i++) {
      acknowledged.receiveMessage(PATIENCE);
    }
    writers.forEach(kit::stop);
  }

  private JournalVerification verify() {
    return verify(Optional.empty());
  }

  /** As a running instance does, and as the command does beside it. */
  private JournalVerification verify(Optional<JournalAnchor> expected) {
    JournalVerification online;
    try (JournalReader reader = journal.reader()) {
      online = JournalVerification.of(reader, expected, () -> true);
    }
    try (JournalReader reader = JournalReader.open(settings.database())) {
      assertThat(JournalVerification.of(reader, expected, () -> true)).isEqualTo(online);
    }
    return online;
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = settings.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void assertBroken(String text) {
    assertThat(verify().finding()).hasValue(text);
    assertThatThrownBy(() -> JournalCheck.of(settings.database()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(text);
  }

  @Test
  void shouldFindNothingInWhatNobodyChangedAlsoAfterARestart() {
    JournalVerification first = verify();
    assertThat(first.finding()).isEmpty();
    assertThat(first.events()).isEqualTo(15);
    assertThat(first.actors()).isEqualTo(NODES);
    assertThat(first.withoutHash()).isZero();
    // when
    close();
    open();
    write(2);
    // then
    JournalVerification second = verify(Optional.of(first.anchor()));
    assertThat(second.finding()).isEmpty();
    assertThat(second.events()).isEqualTo(21);
    assertThat(second.anchor()).isNotEqualTo(first.anchor());
    assertThat(JournalAnchor.parse(second.anchor().toString())).isEqualTo(second.anchor());
    assertThat(JournalCheck.of(settings.database()).events()).isEqualTo(21);
  }

  @Test
  void shouldFindAChangedEvent() throws SQLException {
    change("n2:1", 3, "alice", "mallo");
    assertBroken("event 3 of RMNode|n2:1: " + EventRows.DAMAGED);
  }

  /** The checksum proves nothing, because everybody can compute it. */
  @Test
  void shouldFindAChangedEventWithItsChecksumMadeAnew() throws SQLException {
    change("n2:1", 3, "alice", "mallo");
    mendChecksum("RMNode|n2:1", 3);
    assertBroken("event 3 of RMNode|n2:1: it does not follow from the event before it");
  }

  @Test
  void shouldFindAChangedTimeAndAChangedHash() throws SQLException {
    execute(
        """
        UPDATE "event_journal" SET "write_timestamp" = "write_timestamp" + 1
        WHERE "persistence_id" = 'RMNode|n1:1' AND "sequence_number" = 5
        """);
    assertBroken("event 5 of RMNode|n1:1: it does not follow from the event before it");
    execute(
        """
        UPDATE "event_journal" SET "hash" = (
            SELECT "hash" FROM "event_journal"
            WHERE "persistence_id" = 'RMNode|n1:1' AND "sequence_number" = 1)
        WHERE "persistence_id" = 'RMNode|n1:1' AND "sequence_number" = 2
        """);
    assertBroken("event 2 of RMNode|n1:1: it does not follow from the event before it");
  }

  @Test
  void shouldFindARemovedEvent() throws SQLException {
    remove("n3:1", 2);
    assertBroken("event 2 of RMNode|n3:1: it is missing");
  }

  @Test
  void shouldFindAnEventThatIsHiddenFromReaders() throws SQLException {
    execute(
        """
        UPDATE "event_journal" SET "deleted" = TRUE
        WHERE "persistence_id" = 'RMNode|n1:1' AND "sequence_number" = 4
        """);
    assertBroken("event 4 of RMNode|n1:1: it is marked as deleted, which Ebb never does");
  }

  @Test
  void shouldFindSwappedEvents() throws SQLException {
    for (String step : new String[] {"99 WHERE # = 2", "2 WHERE # = 3", "3 WHERE # = 99"}) {
      execute(
          "UPDATE \"event_journal\" SET # = ".replace("#", "\"sequence_number\"")
              + step.replace("#", "\"persistence_id\" = 'RMNode|n1:1' AND \"sequence_number\""));
    }
    assertBroken("event 2 of RMNode|n1:1: it is missing");
  }

  /** Without the anchor nobody knows that there was more. */
  @Test
  void shouldFindARemovedEndWithAnAnchorOnly() throws SQLException {
    JournalAnchor anchor = verify().anchor();
    execute(
        """
        DELETE FROM "event_journal"
        WHERE "ordering" = (SELECT max("ordering") FROM "event_journal")
        """);
    assertThat(verify().finding()).isEmpty();
    assertThat(verify(Optional.of(anchor)).finding())
        .hasValue("it has 14 events, and the expected anchor 15: its end is missing");
  }

  /** A running instance knows the newest event of all, and would notice if that were missing. */
  @Test
  void shouldFindARemovedEndOfOneNodeWithAnAnchorOnly() throws SQLException {
    JournalAnchor anchor = verify().anchor();
    execute(
        """
        DELETE FROM "event_journal" WHERE "sequence_number" = 5 AND "persistence_id" = (
            SELECT min("persistence_id") FROM "event_journal" WHERE "persistence_id" <> (
                SELECT "persistence_id" FROM "event_journal" ORDER BY "ordering" DESC LIMIT 1))
        """);
    write(1);
    assertThat(verify().finding()).isEmpty();
    assertThat(verify(Optional.of(anchor)).finding())
        .hasValue("its first 15 events are not those of the expected anchor");
  }

  @Test
  void shouldVerifyACopyInTheOtherKindOfDatabase() {
    JournalVerification before = verify();
    close();
    JournalSettings other =
        kind == TestDatabase.SQLITE
            ? TestDatabase.POSTGRES.emptyJournal(folder)
            : JournalSettings.in(folder.resolve("copy"));
    // when
    JournalCopy.copy(settings.database(), other.database());
    // then
    try (JournalReader reader = JournalReader.open(other.database())) {
      assertThat(JournalVerification.of(reader, Optional.of(before.anchor()), () -> true))
          .isEqualTo(before);
    }
    // and the first one is open again for the end of the test
    open();
  }

  /** An instance of an earlier build, for example during an upgrade, writes no hashes. */
  @Test
  void shouldCountEventsWithoutHash() throws SQLException {
    execute(
        """
        UPDATE "event_journal" SET "hash" = NULL
        WHERE "persistence_id" = 'RMNode|n1:1' AND "sequence_number" >= 4
        """);
    write(2);
    JournalVerification found = verify();
    assertThat(found.finding()).isEmpty();
    assertThat(found.withoutHash()).isEqualTo(2);
    // and they are within the anchor
    change("n1:1", 4, "alice", "mallo");
    mendChecksum("RMNode|n1:1", 4);
    assertThat(verify().finding()).isEmpty();
    assertThat(verify(Optional.of(found.anchor())).finding()).isPresent();
  }

  @Test
  void shouldAddHashesToAJournalOfAnEarlierBuild() throws SQLException {
    close();
    execute("ALTER TABLE \"event_journal\" DROP COLUMN \"hash\"");
    Database database = settings.database();
    // before it is opened
    try (JournalReader reader = JournalReader.open(database)) {
      assertThatThrownBy(() -> JournalVerification.of(reader, Optional.empty(), () -> true))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining(
              "The journal " + database.place() + " has no hashes: an earlier build of Ebb wrote")
          .hasMessageContaining("start this build on it once");
      assertThat(reader.events()).hasSize(15);
    }
    // when
    open();
    write(1);
    // then
    JournalVerification found = verify();
    assertThat(found.finding()).isEmpty();
    assertThat(found.events()).isEqualTo(18);
    assertThat(found.withoutHash()).isEqualTo(15);
  }

  @Test
  void shouldEndWhenNobodyWaits() {
    try (JournalReader reader = journal.reader()) {
      assertThatThrownBy(() -> JournalVerification.of(reader, Optional.empty(), () -> false))
          .hasMessage("Nobody waits for the verification any more");
    }
  }

  private void remove(String node, int number) throws SQLException {
    execute(
        """
        DELETE FROM "event_journal" WHERE "persistence_id" = 'RMNode|%s' AND "sequence_number" = %d
        """
            .formatted(node, number));
  }

  private void change(String node, int number, String from, String to) throws SQLException {
    String persistenceId = "RMNode|" + node;
    String text = row(persistenceId, number).payload();
    assertThat(text).contains(from);
    String update =
        """
        UPDATE "event_journal" SET "event_payload" = ?
        WHERE "persistence_id" = ? AND "sequence_number" = ?
        """;
    try (Connection connection = settings.database().connect();
        var statement = connection.prepareStatement(update)) {
      statement.setBytes(1, text.replace(from, to).getBytes(UTF_8));
      statement.setString(2, persistenceId);
      statement.setInt(3, number);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  private record Row(String manifest, String payload) {}

  private Row row(String persistenceId, int number) throws SQLException {
    String query =
        """
        SELECT "event_ser_manifest", "event_payload" FROM "event_journal"
        WHERE "persistence_id" = ? AND "sequence_number" = ?
        """;
    try (Connection connection = settings.database().connect();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, persistenceId);
      statement.setInt(2, number);
      var row = statement.executeQuery();
      assertThat(row.next()).isTrue();
      return new Row(row.getString(1), new String(row.getBytes(2), UTF_8));
    }
  }

  private void mendChecksum(String persistenceId, int number) throws SQLException {
    Row row = row(persistenceId, number);
    execute(
        """
        UPDATE "event_journal" SET "checksum" = %d
        WHERE "persistence_id" = '%s' AND "sequence_number" = %d
        """
            .formatted(
                EventRows.checksum(
                    persistenceId, number, row.manifest(), row.payload().getBytes(UTF_8)),
                persistenceId,
                number));
  }
}
