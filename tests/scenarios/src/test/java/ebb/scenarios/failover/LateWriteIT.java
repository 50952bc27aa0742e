package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.KilledCluster;
import ebb.soak.fault.DatabaseWire;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An instance is evicted while events of its nodes are on their way to the database. */
@Tag("long")
class LateWriteIT {
  private static KilledCluster cluster;
  private static ResourceManagerProcess late;
  private static DatabaseWire wire;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare();
    late = cluster.instances().get(0);
    wire = cluster.wireOf(List.of(late));
    cluster.startOneAfterTheOther();
  }

  @AfterAll
  static void close() {
    cluster.close();
    wire.close();
  }

  /**
   * Nodes become unhealthy. Their instance is paused before it has written that, and they are
   * healthy again when another one leads. The journal must then not record that they are unhealthy,
   * because the new leader would not know it while operators see them running.
   */
  @Test
  void shouldNotWriteWhenTheNodesLiveElsewhere() throws IOException {
    List<BeatingNode> nodes = cluster.startIdleNodes("127.0.41", 12);
    assertThat(cluster.written().events(NodeRegistered.class, nodes))
        .anyMatch(event -> event.by().instance().equals(late.name()));

    wire.holdsRequests();
    nodes.forEach(node -> node.fallsIll("a disk is full"));
    cluster.awaitHeartbeats(nodes);
    late.process().mayEnd();
    cluster.pause(late);
    nodes.forEach(node -> node.fallsIll(""));
    await()
        .atMost(KilledCluster.PATIENCE)
        .until(() -> cluster.instances().stream().anyMatch(each -> each.adminApi().leads()));
    cluster.awaitHeartbeats(nodes);
    cluster.awaitState(nodes, "RUNNING");
    wire.isFast();
    late.process().resume();

    cluster.awaitEnd(late);
    FormerLeader.expectNothingWrittenAfterItsLead(late, cluster.written().all());
    cluster.awaitState(nodes, "RUNNING");
  }
}
