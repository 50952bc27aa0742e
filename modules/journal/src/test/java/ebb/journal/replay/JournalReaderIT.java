package ebb.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.NodeId;
import ebb.journal.JournalDatabase;
import ebb.journal.SampleEvents;
import ebb.journal.TestDatabase;
import ebb.journal.database.EventRows;
import ebb.journal.database.JournalSettings;
import ebb.journal.event.EventCodec;
import ebb.journal.event.EventsJsonSerializer;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.PersistenceIds;
import ebb.journal.event.ReplayException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
final class JournalReaderIT {
  private final TestDatabase kind;

  private static final String NODE = "RMNode|" + SampleEvents.NODE;
  private static final String MANAGER = PersistenceIds.LISTS;

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase writer;

  JournalReaderIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void makeAnEmptyJournal() {
    settings = kind.emptyJournal(folder);
    writer = TestDatabase.open(settings);
  }

  @AfterEach
  void stop() {
    writer.close();
  }

  @Test
  void shouldReadEventsInTheOrderInWhichTheyWereWritten() throws SQLException {
    // given
    append(NODE, 1, "node.registered:1");
    append(MANAGER, 1, "lists.refresh-accepted:1");
    append(NODE, 2, "node.decommissioning-started:1");
    // when
    List<JournaledEvent> events = read();
    // then
    assertThat(events)
        .extracting(JournaledEvent::name)
        .containsExactly(
            "node.registered", "lists.refresh-accepted", "node.decommissioning-started");
    assertThat(events.get(2))
        .isInstanceOfSatisfying(
            JournaledEvent.OfNode.class,
            started -> {
              assertThat(started.position().persistenceId()).isEqualTo(NODE);
              assertThat(started.position().sequenceNumber()).isEqualTo(2);
              assertThat(started.event())
                  .isEqualTo(SampleEvents.of("node.decommissioning-started:1"));
            });
  }

  @Test
  void shouldReadTheEventsOfOneNode() throws SQLException {
    // given
    append(NODE, 1, "node.registered:1");
    append("RMNode|other:1", 1, "node.registered:1");
    append(NODE, 2, "node.lost:1");
    writer.close();
    // when
    try (var reader = JournalReader.open(settings.database())) {
      // then
      assertThat(reader.eventsOf(SampleEvents.NODE)).hasSize(2);
      assertThat(reader.eventsOf(new NodeId("unknown", 1))).isEmpty();
    }
  }

  @Test
  void shouldTellTheFleetAtInstantsSinceTheFirstEvent() throws SQLException {
    // given a node that the register knows, whose only event comes with a refresh of the lists
    append(MANAGER, 1, "lists.node-seen:1");
    append(MANAGER, 2, "lists.refresh-accepted:1");
    append(NODE, 1, "node.registered:1");
    Instant first = read().get(0).by().at();
    writer.close();
    // when
    try (var reader = JournalReader.open(settings.database())) {
      List<PastFleet> fleets = reader.fleetsAt(List.of(first, first.plusSeconds(3600)));
      // then
      assertThat(fleets.get(1).nodes()).extracting(PastNode::nodeId).contains(SampleEvents.NODE);
      assertThat(fleets.get(1).find(SampleEvents.NODE).orElseThrow().last()).isPresent();
      assertThatThrownBy(() -> reader.fleetsAt(List.of(first.minusNanos(1))))
          .isInstanceOf(BeforeJournalException.class)
          .hasMessageContaining("The journal begins at " + first);
    }
  }

  @Test
  void shouldReadTheRegisterBeforeTheNodes() throws SQLException {
    // given a node whose event comes before the register knows it
    append(NODE, 1, "node.registered:1");
    append(MANAGER, 1, "lists.node-seen:1");
    Instant first = read().get(0).by().at();
    // when
    try (var reader = JournalReader.open(settings.database())) {
      List<PastFleet> fleets = reader.fleetsAt(List.of(first.plusSeconds(3600)));
      // then
      assertThat(fleets.get(0).nodes())
          .filteredOn(node -> node.last().isPresent())
          .extracting(PastNode::nodeId)
          .containsExactly(SampleEvents.NODE);
    }
  }

  @Test
  void shouldNotTellOfAnyInstantWithoutAnEvent() {
    writer.close();
    try (var reader = JournalReader.open(settings.database())) {
      assertThatThrownBy(() -> reader.fleetsAt(List.of(Instant.now())))
          .isInstanceOf(BeforeJournalException.class)
          .hasMessageContaining("no event yet");
    }
  }

  @Test
  void shouldReadMoreThanOnePage() throws SQLException {
    // given
    byte[] payload = EventCodec.withoutAkka().write(SampleEvents.of("node.lost:1"));
    try (Connection connection = settings.database().connect()) {
      for (int i = 1; i <= 4500; i++) {
        append(connection, NODE, i, EventsJsonSerializer.IDENTIFIER, "node.lost:1", payload);
      }
    }
    // when
    List<JournaledEvent> events = read();
    // then
    assertThat(events)
        .hasSize(4500)
        .extracting(event -> event.position().sequenceNumber())
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void shouldLeaveOutRowsOfOthers() throws SQLException {
    // given
    append("/sharding/RMNodeShard/12", 1, 13, "AB", new byte[] {1, 2, 3});
    append(NODE, 1, "node.registered:1");
    // when, then
    assertThat(read()).hasSize(1);
  }

  @Test
  void shouldNameTheRowThatItCannotRead() throws SQLException {
    // given a row of a later release
    append(NODE, 1, "node.registered:1");
    append(NODE, 2, EventsJsonSerializer.IDENTIFIER, "node.registered:2", new byte[0]);
    writer.close();
    // when, then
    try (var reader = JournalReader.open(settings.database())) {
      assertThatThrownBy(() -> reader.events().toList())
          .isInstanceOf(ReplayException.class)
          .hasMessageContaining(NODE + ", sequence number 2")
          .hasMessageContaining("'node.registered:2'");
    }
  }

  @Test
  void shouldBeUnableToWrite() throws SQLException {
    // given
    append(NODE, 1, "node.registered:1");
    writer.close();
    // when, then
    try (Connection connection = settings.database().connectForReading();
        var statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeUpdate("DELETE FROM \"event_journal\""))
          .isInstanceOf(SQLException.class)
          .hasMessageMatching("(?s).*read.?only.*");
    }
    assertThat(read()).hasSize(1);
  }

  private List<JournaledEvent> read() {
    writer.close();
    try (var reader = JournalReader.open(settings.database())) {
      return reader.events().toList();
    }
  }

  private void append(String persistenceId, long sequenceNumber, String manifest)
      throws SQLException {
    append(
        persistenceId,
        sequenceNumber,
        EventsJsonSerializer.IDENTIFIER,
        manifest,
        EventCodec.withoutAkka().write(SampleEvents.of(manifest)));
  }

  private void append(
      String persistenceId, long sequenceNumber, int serializer, String manifest, byte[] payload)
      throws SQLException {
    try (Connection connection = settings.database().connect()) {
      append(connection, persistenceId, sequenceNumber, serializer, manifest, payload);
    }
  }

  private static void append(
      Connection connection,
      String persistenceId,
      long sequenceNumber,
      int serializer,
      String manifest,
      byte[] payload)
      throws SQLException {
    String insert =
        """
        INSERT INTO "event_journal" ("persistence_id", "sequence_number", "event_ser_id",
          "event_ser_manifest", "event_payload", "writer", "write_timestamp", "adapter_manifest",
          "checksum")
        VALUES (?, ?, ?, ?, ?, 'test', 0, '', ?)
        """;
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setString(1, persistenceId);
      statement.setLong(2, sequenceNumber);
      statement.setInt(3, serializer);
      statement.setString(4, manifest);
      statement.setBytes(5, payload);
      statement.setLong(6, EventRows.checksum(persistenceId, sequenceNumber, manifest, payload));
      statement.executeUpdate();
    }
  }
}
