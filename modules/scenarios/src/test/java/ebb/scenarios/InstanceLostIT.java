package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.DrainView;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent.NodeLost;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Instances are lost while nodes drain: one that does not lead, one that only pauses, all. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class InstanceLostIT {
  private static final Duration SHORT = Duration.ofSeconds(15);
  private static final Duration REQUEST = Duration.ofHours(1);

  private static KilledCluster cluster;

  private List<BeatingNode> soonDue = List.of();
  private List<BeatingNode> untilIdle = List.of();
  private Map<BeatingNode, DrainView> before = Map.of();

  @BeforeAll
  static void start() {
    cluster = KilledCluster.start();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @AfterEach
  void checkTheJournal() {
    cluster.checkJournal();
    assertThat(cluster.events(NodeLost.class)).isEmpty();
  }

  /** Drains go on with their deadlines as soon as any instance is back. */
  @Test
  void shouldGoOnWhenAllInstancesWereKilledAtOnce() throws IOException {
    drain("127.0.4");

    cluster.killAllAndStartAgain();

    expectTheDrainsToEndAsTheyWould();
  }

  /** An operator sees nothing but that the killed instance does not answer. */
  @Test
  void shouldKeepItsLeaderWhenAnotherInstanceIsKilled() throws IOException {
    drain("127.0.5");
    String leader = cluster.leader().name();
    ResourceManagerProcess killed = cluster.standbys().get(0);
    List<Integer> registrations = untilIdle.stream().map(BeatingNode::registrations).toList();

    cluster.kill(killed);

    expectTheDrainsToEndAsTheyWould();
    assertThat(cluster.leader().name()).isEqualTo(leader);
    assertThat(untilIdle.stream().map(BeatingNode::registrations)).isEqualTo(registrations);
    cluster.startAgain(killed);
  }

  /** A leader that wakes up when another one leads writes nothing any more, and ends. */
  @Test
  void shouldNotBeHarmedByALeaderThatWasPausedForTooLong() throws IOException {
    drain("127.0.6");
    ResourceManagerProcess paused = cluster.leader();
    paused.process().mayEnd();

    cluster.pause(paused);
    await()
        .atMost(KilledCluster.PATIENCE)
        .until(() -> cluster.instances().stream().anyMatch(each -> each.adminApi().leads()));
    cluster.awaitState(soonDue, "DECOMMISSIONED");
    Instant resumed = Instant.now();
    paused.process().resume();

    assertThat(paused.process().awaitExit(KilledCluster.PATIENCE)).isPresent();
    expectTheDrainsToEndAsTheyWould();
    assertThat(cluster.leader().name()).isNotEqualTo(paused.name());
    assertThat(cluster.journal())
        .filteredOn(event -> event.by().at().isAfter(resumed))
        .isNotEmpty()
        .noneMatch(event -> event.by().instance().equals(paused.name()));
    cluster.startAgain(paused);
  }

  /**
   * Heartbeats are answered and the leader stays; a refresh is refused in bounded time, and works
   * again as soon as the database does.
   */
  @Test
  void shouldWaitForADatabaseThatIsStartedAgain() throws IOException {
    drain("127.0.7");
    cluster.awaitState(soonDue, "DECOMMISSIONED");
    String leader = cluster.leader().name();

    cluster.database().stop();
    try {
      cluster.awaitHeartbeats(untilIdle);
      assertThatThrownBy(() -> cluster.leader().adminApi().drain(REQUEST, "while it is away"))
          .isInstanceOf(IOException.class);
    } finally {
      cluster.database().startAgain();
    }

    expectTheDrainsToEndAsTheyWould();
    assertThat(cluster.leader().name()).isEqualTo(leader);
    List<BeatingNode> more = cluster.startNodes("127.0.8", 3);
    cluster.exclude(more.stream().map(node -> ExcludedHost.of(node.id().host())).toList());
    cluster.drain(REQUEST);
    cluster.drains(more);
  }

  /** Three nodes that are due soon, three that end when they are idle. */
  private void drain(String network) throws IOException {
    List<BeatingNode> nodes = cluster.startNodes(network, 6);
    soonDue = nodes.subList(0, 3);
    untilIdle = nodes.subList(3, 6);
    List<ExcludedHost> excluded = new ArrayList<>();
    soonDue.forEach(node -> excluded.add(ExcludedHost.within(node.id().host(), SHORT)));
    untilIdle.forEach(node -> excluded.add(ExcludedHost.of(node.id().host())));
    cluster.exclude(excluded);
    cluster.drain(REQUEST);
    before = cluster.drains(untilIdle);
  }

  private void expectTheDrainsToEndAsTheyWould() {
    cluster.awaitState(soonDue, "DECOMMISSIONED");
    cluster.awaitHeartbeats(untilIdle);
    cluster.expectDrains(before);
    untilIdle.forEach(BeatingNode::finishes);
    cluster.awaitState(untilIdle, "DECOMMISSIONED");
    assertThat(cluster.causes(soonDue)).hasSize(3).containsOnly(DecommissionCause.TIMEOUT);
    assertThat(cluster.causes(untilIdle)).hasSize(3).containsOnly(DecommissionCause.READY);
  }
}
