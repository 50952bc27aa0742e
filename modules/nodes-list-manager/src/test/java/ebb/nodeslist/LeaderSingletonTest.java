package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeId;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.node.Leader;
import ebb.nodeslist.lists.FakeLists;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.protocol.FakeNodes;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.threeten.extra.MutableClock;

/** An instance leads once it has a term and the lists, and says when it does not any more. */
class LeaderSingletonTest {
  private final Config config =
      ConfigFactory.parseString("akka.actor.testkit.typed.single-expect-default = 20s")
          .withFallback(PersistenceTestKitPlugin.getInstance().config())
          .withFallback(ConfigFactory.load());
  private final ActorTestKit kit = ActorTestKit.create(config);
  private final FakeLists lists = new FakeLists();
  private final FakeNodes nodes = new FakeNodes();
  private final Throne throne = new Throne();
  private final TestProbe<NodesListReply> caller = kit.createTestProbe();

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  /** The database gives a term at the second try, and not before it is let. */
  private static final class Throne implements Leadership {
    private final List<String> story = new CopyOnWriteArrayList<>();
    private final CountDownLatch database = new CountDownLatch(1);
    private boolean failed;

    @Override
    public long takeTerm() {
      if (!failed) {
        failed = true;
        throw new IllegalStateException("no database yet");
      }
      try {
        database.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return 42;
    }

    @Override
    public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {
      story.add("leads in term " + leader.term());
    }

    @Override
    public void onStartRefused(String reason) {
      story.add("refused: " + reason);
    }

    @Override
    public NodeObservation observation(NodeId nodeId) {
      return NodeObservation.NONE;
    }

    @Override
    public void onDeposed(long term) {
      story.add("deposed from term " + term);
    }
  }

  private ActorRef<LeaderCommand> spawn() {
    return kit.spawn(
        LeaderSingleton.create(
            new ManagerContext(
                0,
                lists,
                throne,
                nodes,
                NodesListSettings.of(config),
                UntrackedPolicy.DEFAULT,
                MutableClock.of(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC),
                "instance1",
                () -> "op"),
            leader -> {}));
  }

  /** It must not take another term: that would end the one that leads. */
  @Test
  void shouldLeadNoLongerOnceItIsSupersededAndTakeNoOtherTerm() {
    // given
    ActorRef<LeaderCommand> leader = spawn();
    throne.database.countDown();
    Awaitility.await().until(() -> throne.story.contains("leads in term 42"));
    // when
    PersistenceTestKit journal = PersistenceTestKit.create(kit.system());
    journal.failNextPersisted(NodesListJournal.PERSISTENCE_ID.id());
    Provenance by = Initiator.system("ebb", Origin.START).stamp(Instant.EPOCH, "instance2", 1);
    journal.persistForRecovery(
        NodesListJournal.PERSISTENCE_ID.id(), List.of(new NodesListEvent.LeadTaken(43, by)));
    leader.tell(admit(new NodeId("h1", 1)));
    caller.expectMessageClass(NodesListReply.Rejected.class);
    leader.tell(admit(new NodeId("h1", 1)));
    // then
    Awaitility.await()
        .until(() -> throne.story.equals(List.of("leads in term 42", "deposed from term 42")));
    caller.expectNoMessage(Duration.ofMillis(300));
    assertThat(throne.story).hasSize(2);
  }

  @Test
  void shouldKeepMessagesUntilItLeads() {
    // given
    lists.exclude("h1");
    ActorRef<LeaderCommand> leader = spawn();
    // when messages come before there is a term
    leader.tell(admit(new NodeId("h1", 1)));
    TestProbe<NodeTableCommand.Nodes> view = kit.createTestProbe();
    leader.tell(new NodeTableCommand.ListNodes(view.getRef()));
    assertThat(throne.story).isEmpty();
    throne.database.countDown();
    // then they are answered by the lists of the first start
    var admission = caller.expectMessageClass(NodesListReply.Admission.class);
    assertThat(admission.verdict()).isEqualTo(HostAdmission.EXCLUDED_BY_HOST);
    assertThat(view.receiveMessage().nodes()).isEmpty();
    assertThat(throne.story).containsExactly("leads in term 42");
  }

  @Test
  void shouldAnswerThousandsThatAskWhileTheJournalIsSlow() {
    // given
    ActorRef<LeaderCommand> leader = spawn();
    throne.database.countDown();
    Awaitility.await().until(() -> !throne.story.isEmpty());
    CountDownLatch disk = new CountDownLatch(1);
    PersistenceTestKit.create(kit.system()).withPolicy(new SlowWrites(disk));
    NodeId h1 = new NodeId("h1", 1);
    // when
    leader.tell(admit(h1));
    for (int i = 0; i < 5_000; i++) {
      leader.tell(new NodesListCommand.GetLists(caller.getRef()));
    }
    disk.countDown();
    // then
    for (int i = 0; i < 5_001; i++) {
      caller.receiveMessage();
    }
    assertThat(throne.story).containsExactly("leads in term 42");
  }

  @Test
  void shouldAnswerThousandsThatAskForOperationsWhileTheJournalIsSlow() {
    // given
    ActorRef<LeaderCommand> leader = spawn();
    throne.database.countDown();
    Awaitility.await().until(() -> !throne.story.isEmpty());
    CountDownLatch disk = new CountDownLatch(1);
    PersistenceTestKit.create(kit.system()).withPolicy(new SlowWrites(disk));
    // when
    for (int i = 0; i < 1_000; i++) {
      leader.tell(new NodesListCommand.FindOperation("op", false, caller.getRef()));
    }
    leader.tell(admit(new NodeId("h1", 1)));
    for (int i = 0; i < 1_000; i++) {
      leader.tell(new NodesListCommand.FindOperation("op", false, caller.getRef()));
    }
    leader.tell(admit(new NodeId("h2", 1)));
    disk.countDown();
    // then
    for (int i = 0; i < 2_002; i++) {
      caller.receiveMessage();
    }
  }

  @Test
  void shouldSayWhenItIsDeposed() {
    ActorRef<LeaderCommand> leader = spawn();
    throne.database.countDown();
    Awaitility.await().until(() -> !throne.story.isEmpty());

    kit.stop(leader);

    assertThat(throne.story).containsExactly("leads in term 42", "deposed from term 42");
  }

  @Test
  void shouldNeverLeadWithoutItsFirstLists() {
    lists.breakWith("exclude: no such file");
    ActorRef<LeaderCommand> leader = spawn();
    throne.database.countDown();
    Awaitility.await().until(() -> !throne.story.isEmpty());

    kit.stop(leader);

    assertThat(throne.story).containsExactly("refused: exclude: no such file");
  }

  @Test
  void shouldRefreshThroughTheLeader() {
    ActorRef<LeaderCommand> leader = spawn();
    throne.database.countDown();
    NodeId h1 = new NodeId("h1", 1);
    leader.tell(admit(h1));
    assertThat(caller.expectMessageClass(NodesListReply.Admission.class).known()).isFalse();
    lists.exclude("h1");

    leader.tell(
        new NodesListCommand.RefreshNodes(
            new RefreshRequest(RefreshType.GRACEFUL, Optional.empty()),
            Initiator.system("alice", Origin.HTTP),
            false,
            false,
            caller.getRef()));

    var answer = caller.expectMessageClass(NodesListReply.Refreshed.class);
    assertThat(answer.decisions()).hasSize(1);
    assertThat(nodes.node(h1).drain()).isPresent();
  }

  private NodesListCommand.AdmitNode admit(NodeId node) {
    return new NodesListCommand.AdmitNode(
        node, new NodeAddress(node.host(), "10.0.0.1"), caller.getRef());
  }
}
