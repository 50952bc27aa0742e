package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import ebb.journal.database.EventRows;
import ebb.journal.database.JournalSettings;
import ebb.journal.replay.JournalReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
final class GuardedJournalDaoIT {
  private static final int NODES = 150;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase journal;
  private ActorTestKit kit;

  GuardedJournalDaoIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() {
    settings = kind.emptyJournal(folder);
    journal = TestDatabase.open(settings);
    kit = ActorTestKit.create(JournalDatabaseTest.config(journal));
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
    journal.close();
  }

  /** 150 nodes register at the same time, and the database takes all but two of them. */
  @Test
  void shouldFailAloneWhatTheDatabaseRefuses() throws SQLException {
    // given places that are taken, as by another instance, once the actors have recovered
    TestProbe<String> acknowledged = kit.createTestProbe(String.class);
    List<ActorRef<RecordingActor.Append>> writers = new ArrayList<>();
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < NODES; i++) {
      String node = "n" + i + ":1";
      writers.add(kit.spawn(RecordingActor.create(node, acknowledged.ref())));
      writers.get(i).tell(new RecordingActor.Append(""));
      acknowledged.expectMessage(PATIENCE, node + " 1");
      expected.add(node + " 2");
    }
    take("RMNode|n7:1");
    take("RMNode|n149:1");
    expected.removeAll(Set.of("n7:1 2", "n149:1 2"));
    // when
    writers.forEach(writer -> writer.tell(new RecordingActor.Append("")));
    // then
    Set<String> written = new HashSet<>();
    for (int i = 0; i < expected.size(); i++) {
      written.add(acknowledged.receiveMessage(PATIENCE));
    }
    assertThat(written).isEqualTo(expected);
    kit.createTestProbe().expectTerminated(writers.get(7), PATIENCE);
    kit.createTestProbe().expectTerminated(writers.get(149), PATIENCE);
    // and nobody is told twice, and the journal is well
    acknowledged.expectNoMessage(Duration.ofMillis(200));
    assertThat(journal.problem()).isEmpty();
    try (var reader = JournalReader.open(settings.database())) {
      assertThat(reader.events()).hasSize(2 * NODES - 2);
    }
  }

  /** Of another serializer, so that readers of ours leave it out. */
  private void take(String persistenceId) throws SQLException {
    try (Connection connection = settings.database().connect();
        var statement =
            connection.prepareStatement(
                """
                INSERT INTO "event_journal" ("persistence_id", "sequence_number", "event_ser_id",
                  "event_ser_manifest", "event_payload", "writer", "write_timestamp",
                  "adapter_manifest", "checksum")
                VALUES (?, 2, 1, '', '', 'test', 0, '', ?)
                """)) {
      statement.setString(1, persistenceId);
      statement.setLong(2, EventRows.checksum(persistenceId, 2, "", new byte[0]));
      statement.executeUpdate();
    }
  }
}
