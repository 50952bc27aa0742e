package ebb.node;

import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.SIZE;
import static ebb.node.Samples.T0;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.node.NodeCommand.Get;
import ebb.node.NodeCommand.Reconcile;
import ebb.node.NodeCommand.Register;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A node is reached by its id, and every message to and from it can cross instances. */
final class RMNodeShardingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final ActorTestKit TEST_KIT =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  akka.actor.provider = cluster
                  akka.actor.serialize-messages = on
                  akka.actor.no-serialization-verification-needed-class-prefix = [
                    "akka.", "ebb.node.Poll", "ebb.watcher."
                  ]
                  akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  # the member's farewell is not what is tested
                  akka.coordinated-shutdown.run-by-actor-system-terminate = off
                  """)
              .withFallback(PersistenceTestKitPlugin.getInstance().config())
              .withFallback(ConfigFactory.load()));

  @AfterAll
  static void shutdown() {
    TEST_KIT.shutdownTestKit();
  }

  @Test
  void shouldBeReachedByItsIdThroughTheCluster() {
    // given
    var id = new NodeId("nm1.example", 8041);
    var replies = TEST_KIT.<NodeReply>createTestProbe();
    var leader = TEST_KIT.<NodeStateUpdate>createTestProbe();
    var cluster = Cluster.get(TEST_KIT.system());
    NodeSharding.init(
        TEST_KIT.system(),
        NodeSettings.from(TEST_KIT.system().settings().config(), "rm1"),
        Clock.systemUTC());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));

    // when
    EntityRef<NodeCommand> node = NodeSharding.ref(ClusterSharding.get(TEST_KIT.system()), id);
    node.tell(
        new Register(
            new ReportStamp(new Leader(1, leader.ref()), 1, Optional.empty()),
            SIZE,
            true,
            true,
            0,
            Instant.MAX,
            replies.ref()));
    replies.expectMessageClass(NodeReply.Current.class, PATIENCE);
    assertThat(leader.receiveMessage(PATIENCE).node().state()).isEqualTo(NodeState.RUNNING);
    var order = Samples.order(id, graceful(ONE_MINUTE), 1, T0);
    node.tell(new Reconcile(new Leader(1, leader.ref()), Optional.of(order), Optional.empty()));
    assertThat(leader.receiveMessage(PATIENCE).node().listVersion()).isEqualTo(1);
    node.tell(new Get(replies.ref()));

    // then its deadline is long past
    var current = replies.expectMessageClass(NodeReply.Current.class, PATIENCE).publication();
    assertThat(current.node().nodeId()).isEqualTo(id);
    assertThat(current.node().state()).isIn(NodeState.DECOMMISSIONING, NodeState.DECOMMISSIONED);
  }
}
