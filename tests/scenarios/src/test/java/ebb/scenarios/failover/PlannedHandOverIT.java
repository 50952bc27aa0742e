package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.hadoop.UnmanagedApplication;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import ebb.scenarios.Written;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Container;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** All instances are restarted, one after the other, while nodes drain and an application runs. */
class PlannedHandOverIT {
  private static final Duration REQUEST = Duration.ofHours(1);

  /** While the leader hands over. */
  private static final Duration SOON = Duration.ofSeconds(3);

  private static final int SIGTERM = 128 + 15;

  private static KilledCluster cluster;
  private static HandOvers handOvers;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.start();
    handOvers = new HandOvers(cluster);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  /**
   * Drains continue with their deadlines, and the application with its containers, whichever
   * instance leads: one leaves by {@code ebb leave}, then all of them by SIGTERM, one after the
   * other.
   */
  @Test
  void shouldLoseNothingWhenOneInstanceAfterTheOtherIsRestarted() throws Exception {
    // given nodes with containers of an application, of which all but the last one drain
    List<BeatingNode> working = cluster.startIdleNodes("127.0.9", 4);
    List<BeatingNode> draining = working.subList(0, 3);
    List<BeatingNode> dueAtLeave = cluster.startNodes("127.0.10", 2);
    List<BeatingNode> dueAtSigterm = cluster.startNodes("127.0.11", 2);
    try (var application = UnmanagedApplication.start(BeatingNode.conf(cluster.loopback()))) {
      run(application, working);
      drain(Stream.of(draining, dueAtLeave, dueAtSigterm).flatMap(List::stream).toList());
      Map<BeatingNode, DrainView> before = cluster.drains(draining);
      // when the leader is told to leave, with deadlines that an operator has moved to just then
      ResourceManagerProcess left = cluster.leader();
      handOvers.endWithin(dueAtLeave, SOON);
      assertThat(handOvers.leave(left)).isZero();
      // then
      expectNothingLost(working, application, before);
      assertThat(cluster.leader().name()).isNotEqualTo(left.name());
      cluster.awaitState(dueAtLeave, "DECOMMISSIONED");
      cluster.startAgain(left);
      // when all are restarted by SIGTERM, each time the one that leads
      handOvers.endWithin(dueAtSigterm, SOON);
      Set<String> restarted = new HashSet<>();
      for (int i = 0; i < cluster.instances().size(); i++) {
        restarted.add(restartTheLeader());
        expectNothingLost(working, application, before);
      }
      // then
      assertThat(restarted).hasSameSizeAs(cluster.instances());
      cluster.awaitState(dueAtSigterm, "DECOMMISSIONED");
      // when the work is done
      working.forEach(BeatingNode::finishes);
      await()
          .atMost(KilledCluster.PATIENCE)
          .until(() -> application.beat().size() + application.usedContainers() == 0);
      application.finish();
    }
    // then
    cluster.awaitState(draining, "DECOMMISSIONED");
    cluster.awaitState(working.subList(3, 4), "RUNNING");
    Written written = cluster.written();
    assertThat(written.causes(draining)).hasSize(3).containsOnly(DecommissionCause.READY);
    List<BeatingNode> due = Stream.of(dueAtLeave, dueAtSigterm).flatMap(List::stream).toList();
    assertThat(written.causes(due)).hasSize(4).containsOnly(DecommissionCause.TIMEOUT);
    assertThat(written.events(DecommissioningTimeoutChanged.class, due)).hasSize(4);
    cluster.checkJournal();
  }

  /**
   * Nodes notice nothing, and their drains continue, including those on the instance that leaves.
   */
  @Test
  void shouldLoseNothingWhenAStandbyLeaves() throws Exception {
    List<BeatingNode> nodes = cluster.startNodes("127.0.66", 6);
    drain(nodes);
    Map<BeatingNode, DrainView> before = cluster.drains(nodes);
    ResourceManagerProcess leader = cluster.leader();
    ResourceManagerProcess left = cluster.standbys().get(0);

    assertThat(handOvers.leave(left)).isZero();

    assertThat(cluster.leader()).isEqualTo(leader);
    cluster.awaitHeartbeats(nodes);
    assertThat(nodes).allMatch(node -> node.registrations() == 1);
    cluster.expectDrains(before);
    cluster.startAgain(left);
    assertThat(cluster.leader()).isEqualTo(leader);
    assertThat(cluster.standbys()).contains(left);
    cluster.expectDrains(before);
    cluster.checkJournal();
  }

  /** Its ports would not have revealed it, but the row in the database does. */
  @Test
  void shouldRefuseASecondProcessOfAnInstanceAndLeaveTheFirstAlone() throws Exception {
    String leader = cluster.leader().name();
    List<BeatingNode> nodes = cluster.startNodes("127.0.12", 1);
    drain(nodes);
    Map<BeatingNode, DrainView> before = cluster.drains(nodes);

    EbbRun twin = Twin.start(cluster.loopback(), leader);

    assertThat(twin.exitCode()).isEqualTo(1);
    assertThat(twin.out()).isEmpty();
    assertThat(twin.reasons()).hasSize(1);
    assertThat(twin.reasons().get(0))
        .startsWith("ebb start: Instance " + leader + " is already running: ")
        .contains("ebb.instance");
    assertThat(cluster.leader().name()).isEqualTo(leader);
    cluster.awaitHeartbeats(nodes);
    assertThat(nodes.get(0).registrations()).isEqualTo(1);
    cluster.expectDrains(before);
    cluster.awaitAllServe();
    cluster.checkJournal();
  }

  private static void run(UnmanagedApplication application, List<BeatingNode> nodes)
      throws Exception {
    List<Container> placed =
        application.placeOn(nodes.stream().map(node -> node.id().host()).toList());
    for (BeatingNode node : nodes) {
      node.runs(
          placed.stream()
              .filter(container -> container.getNodeId().getHost().equals(node.id().host()))
              .findFirst()
              .orElseThrow());
    }
    assertThat(application.usedContainers()).isEqualTo(nodes.size());
  }

  private static void drain(List<BeatingNode> nodes) {
    cluster.exclude(nodes.stream().map(node -> ExcludedHost.of(node.id().host())).toList());
    cluster.drain(REQUEST);
  }

  /** Returns its name. */
  private static String restartTheLeader() {
    ResourceManagerProcess leader = cluster.leader();
    assertThat(handOvers.terminate(leader)).isEqualTo(SIGTERM);
    assertThat(cluster.leader().name()).isNotEqualTo(leader.name());
    cluster.startAgain(leader);
    return leader.name();
  }

  /** Neither on the nodes, nor in the ResourceManager that leads now. */
  private static void expectNothingLost(
      List<BeatingNode> working,
      UnmanagedApplication application,
      Map<BeatingNode, DrainView> before)
      throws Exception {
    cluster.leader();
    cluster.awaitHeartbeats(working);
    assertThat(application.beat()).as("containers that have ended").isEmpty();
    await()
        .atMost(KilledCluster.PATIENCE)
        .untilAsserted(() -> assertThat(application.usedContainers()).isEqualTo(working.size()));
    assertThat(application.beat()).as("containers that have ended").isEmpty();
    assertThat(working).allSatisfy(node -> assertThat(node.unwanted()).isEmpty());
    cluster.expectDrains(before);
  }
}
