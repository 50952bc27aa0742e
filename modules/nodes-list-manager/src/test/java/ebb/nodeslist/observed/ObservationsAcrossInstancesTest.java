package ebb.nodeslist.observed;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.lists.NodeAddress;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.node.Leader;
import ebb.node.NodeSettings;
import ebb.node.NodeSharding;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.LeaderSingleton;
import ebb.nodeslist.lists.FakeLists;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whichever instance is asked: the answer has what the leader has seen of the nodes. */
class ObservationsAcrossInstancesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final NodeId H1 = new NodeId("h1", 8041);
  private static final NodeObservation OF_THE_LEADER =
      new NodeObservation(
          Optional.of(Instant.parse("2026-11-22T12:00:00.123456Z")),
          Optional.of(Resource.of(1024, 1)),
          Optional.of(new RunningContainers(7, 2)),
          Optional.of(
              new NodeManagerInfo(
                  "3.5.0", "/rack1", List.of("gpu"), List.of("rm.yarn.io/zone=a"))));
  private static final NodeObservation OF_THE_OTHER =
      new NodeObservation(
          Optional.of(Instant.EPOCH), Optional.empty(), Optional.empty(), Optional.empty());
  private static final Config CONFIG =
      ConfigFactory.parseString(
              """
              akka.actor.provider = cluster
              akka.coordinated-shutdown.run-by-actor-system-terminate = off
              akka.actor.testkit.typed.system-shutdown-default = 60s
              akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
              akka.cluster.jmx.enabled = off
              """)
          .withFallback(PersistenceTestKitPlugin.getInstance().config())
          .withFallback(ConfigFactory.load());

  /** On each node a container of the same application. */
  private static final WorkView RUNS =
      new WorkView() {
        @Override
        public boolean areAclsEnabled() {
          return false;
        }

        @Override
        public List<ObservedApplication> applications(Collection<String> ids) {
          return ids.stream()
              .map(
                  id ->
                      new ObservedApplication(
                          id, "nightly", "etl", "root", "MR", 40, Instant.EPOCH))
              .toList();
        }

        @Override
        public List<ObservedContainer> containers(NodeId nodeId) {
          return List.of(
              new ObservedContainer(
                  "container-1", "app-1", true, Optional.of("RUNNING"), Optional.empty()));
        }
      };

  /** As in instance.conf of module app. */
  private final ActorTestKit first = ActorTestKit.create("ebb", CONFIG);

  private final ActorTestKit second = ActorTestKit.create("ebb", CONFIG);

  @BeforeEach
  void formACluster() {
    Cluster oldest = Cluster.get(first.system());
    for (ActorTestKit kit : List.of(first, second)) {
      Cluster.get(kit.system()).manager().tell(Join.create(oldest.selfMember().address()));
      Awaitility.await().atMost(PATIENCE).until(() -> isUp(kit));
    }
  }

  private static boolean isUp(ActorTestKit kit) {
    return Cluster.get(kit.system()).selfMember().status().equals(MemberStatus.up());
  }

  @AfterEach
  void stop() {
    second.shutdownTestKit();
    first.shutdownTestKit();
  }

  @Test
  void shouldTellAnotherInstanceWhatTheLeaderHasSeen() {
    // given a leader on the first instance, and a node that it lets in
    instance(first, OF_THE_LEADER);
    ActorRef<LeaderCommand> fromTheSecond = instance(second, OF_THE_OTHER);
    TestProbe<NodesListReply> caller = second.createTestProbe();
    fromTheSecond.tell(
        new NodesListCommand.AdmitNode(H1, new NodeAddress("h1", "10.0.0.1"), caller.getRef()));
    caller.expectMessageClass(NodesListReply.Admission.class, PATIENCE);
    fromTheSecond.tell(
        new NodeTableCommand.Admitted(
            new NodeStateUpdate(0, 0, NodeLifecycle.unregistered(H1), Optional.empty())));
    // when the second one asks for it
    TestProbe<NodeTableCommand.Nodes> one = second.createTestProbe();
    ObservedNode found =
        one.awaitAssert(
            PATIENCE,
            () -> {
              fromTheSecond.tell(new NodeTableCommand.ListNodes(Optional.of(H1), one.getRef()));
              return one.receiveMessage().nodes().stream()
                  .findFirst()
                  .orElseThrow(AssertionError::new);
            });
    TestProbe<NodeTableCommand.Nodes> all = second.createTestProbe();
    fromTheSecond.tell(new NodeTableCommand.ListNodes(all.getRef()));
    // then
    assertThat(found.nodeId()).isEqualTo(H1);
    assertThat(found.observation()).isEqualTo(OF_THE_LEADER);
    assertThat(all.receiveMessage(PATIENCE).nodes())
        .extracting(ObservedNode::observation)
        .containsExactly(OF_THE_LEADER);
  }

  @Test
  void shouldTellAnotherInstanceWhatRuns() {
    instance(first, OF_THE_LEADER);
    ActorRef<LeaderCommand> fromTheSecond = instance(second, OF_THE_OTHER);
    TestProbe<NodeTableCommand.Work> caller = second.createTestProbe();

    fromTheSecond.tell(
        new NodeTableCommand.DescribeWork(Set.of("app-2"), Optional.of(H1), true, caller.getRef()));

    NodeTableCommand.Work work = caller.receiveMessage(PATIENCE);
    assertThat(work.containers()).containsExactlyElementsOf(RUNS.containers(H1));
    assertThat(work.applications())
        .extracting(ObservedApplication::id)
        .containsExactlyInAnyOrder("app-1", "app-2");
  }

  private static ActorRef<LeaderCommand> instance(ActorTestKit kit, NodeObservation observation) {
    NodeSharding.init(kit.system(), NodeSettings.from(CONFIG, "rm"), Clock.systemUTC());
    return LeaderSingleton.init(
        kit.system(),
        new FakeLists(),
        UntrackedPolicy.DEFAULT,
        new Sees(observation),
        "rm",
        Clock.systemUTC());
  }

  private record Sees(NodeObservation observation) implements Leadership {
    @Override
    public long takeTerm() {
      return 1;
    }

    @Override
    public void onLeading(Leader leader, ActorRef<LeaderCommand> singleton) {}

    @Override
    public void onStartRefused(String reason) {}

    @Override
    public Optional<WorkView> work() {
      return Optional.of(RUNS);
    }

    @Override
    public NodeObservation observation(NodeId nodeId) {
      return observation;
    }

    @Override
    public void onDeposed(long term) {}
  }
}
