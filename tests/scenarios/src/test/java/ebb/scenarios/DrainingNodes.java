package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.ExcludedHost;
import ebb.domain.DecommissionCause;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Three nodes that are due soon, and three that drain until they are idle. All are busy. */
public final class DrainingNodes {
  /** Timeout of the refresh, which no node reaches. */
  public static final Duration REQUEST = Duration.ofHours(1);

  private static final Duration SOON = Duration.ofSeconds(15);

  /** Timeout of the drains that end when idle, set once they have begun. */
  public static final Duration MORE = Duration.ofHours(2);

  /** These nodes are new. */
  private static final long FIRST_DRAIN = 1;

  private static final int OF_EACH = 3;

  private final KilledCluster cluster;
  private final List<BeatingNode> soonDue;
  private final List<BeatingNode> untilIdle;
  private final Map<BeatingNode, DrainView> drains;

  /** When all of them had begun to drain. */
  private final Instant begun = Instant.now();

  private DrainingNodes(
      KilledCluster cluster,
      List<BeatingNode> soonDue,
      List<BeatingNode> untilIdle,
      Map<BeatingNode, DrainView> drains) {
    this.cluster = cluster;
    this.soonDue = soonDue;
    this.untilIdle = untilIdle;
    this.drains = drains;
  }

  /**
   * Starts them, drains them with one refresh, and gives those that end when idle another timeout.
   *
   * @param network the first three numbers of their addresses
   */
  public static DrainingNodes begin(KilledCluster cluster, String network) throws IOException {
    List<BeatingNode> nodes = cluster.startNodes(network, 2 * OF_EACH);
    List<BeatingNode> soonDue = nodes.subList(0, OF_EACH);
    List<BeatingNode> untilIdle = nodes.subList(OF_EACH, nodes.size());
    List<ExcludedHost> excluded = new ArrayList<>();
    soonDue.forEach(node -> excluded.add(ExcludedHost.within(node.id().host(), SOON)));
    untilIdle.forEach(node -> excluded.add(ExcludedHost.of(node.id().host())));
    cluster.exclude(excluded);
    cluster.drain(REQUEST);
    soonDue.forEach(node -> cluster.book().acknowledged(node.id(), FIRST_DRAIN, SOON));
    for (Map.Entry<BeatingNode, DrainView> drain : cluster.drains(untilIdle).entrySet()) {
      cluster.changeTimeout(drain.getKey(), drain.getValue(), MORE);
    }
    return new DrainingNodes(cluster, soonDue, untilIdle, retimed(cluster, untilIdle));
  }

  private static Map<BeatingNode, DrainView> retimed(
      KilledCluster cluster, List<BeatingNode> nodes) {
    return await()
        .atMost(KilledCluster.PATIENCE)
        .until(
            () -> cluster.drains(nodes),
            drains ->
                drains.values().stream()
                    .allMatch(
                        drain ->
                            drain.deadline().equals(Optional.of(drain.startedAt().plus(MORE)))));
  }

  public List<BeatingNode> untilIdle() {
    return untilIdle;
  }

  /** Registrations so far of the nodes that drain until they are idle. */
  public List<Integer> registrations() {
    return untilIdle.stream().map(BeatingNode::registrations).toList();
  }

  /** Waits by the clock, because the end may not be in the journal yet. */
  public void awaitPassingOfDeadlines() {
    Instant last = begun.plus(SOON);
    await().atMost(KilledCluster.PATIENCE).until(() -> Instant.now().isAfter(last));
  }

  public void awaitDeadlines() {
    cluster.awaitState(soonDue, "DECOMMISSIONED");
  }

  /** The due nodes end at their deadlines; the others keep theirs and end when idle. */
  public void expectToEndAsTheyWould() {
    awaitDeadlines();
    cluster.awaitHeartbeats(untilIdle);
    cluster.expectDrains(drains);
    untilIdle.forEach(BeatingNode::finishes);
    cluster.awaitState(untilIdle, "DECOMMISSIONED");
    Written written = cluster.written();
    assertThat(written.causes(soonDue)).hasSize(OF_EACH).containsOnly(DecommissionCause.TIMEOUT);
    assertThat(written.causes(untilIdle)).hasSize(OF_EACH).containsOnly(DecommissionCause.READY);
  }
}
