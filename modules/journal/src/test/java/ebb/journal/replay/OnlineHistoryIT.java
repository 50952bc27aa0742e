package ebb.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.NodeId;
import ebb.journal.JournalDatabase;
import ebb.journal.JournalDatabaseTest;
import ebb.journal.RecordingActor;
import ebb.journal.TestDatabase;
import ebb.journal.event.JournaledEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
final class OnlineHistoryIT {
  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalDatabase database;
  private ActorTestKit kit;

  OnlineHistoryIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() {
    database = TestDatabase.open(kind.emptyJournal(folder));
    kit = ActorTestKit.create(JournalDatabaseTest.config(database));
    database.closeAfter(kit.system());
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldReadTheEventsOfANodeWhileItsActorRuns() throws Exception {
    // given
    TestProbe<String> acknowledged = kit.createTestProbe(String.class);
    var writer = kit.spawn(RecordingActor.create("n1:1", acknowledged.ref()));
    for (int i = 0; i < 3; i++) {
      writer.tell(new RecordingActor.Append(""));
      acknowledged.receiveMessage(Duration.ofSeconds(10));
    }
    // when
    List<JournaledEvent.OfNode> events = historyOf("n1:1");
    // then
    assertThat(events)
        .extracting(event -> event.position().sequenceNumber())
        .containsExactly(1L, 2L, 3L);
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.position().persistenceId()).isEqualTo("RMNode|n1:1");
              assertThat(event.name()).isEqualTo("node.health-changed");
              assertThat(event.by().actor()).isEqualTo("alice");
            });
  }

  @Test
  void shouldKnowNothingOfANodeWithoutEvents() throws Exception {
    assertThat(historyOf("nobody:1")).isEmpty();
  }

  private List<JournaledEvent.OfNode> historyOf(String node) throws Exception {
    return new OnlineHistory(kit.system())
        .of(NodeId.parse(node))
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }
}
