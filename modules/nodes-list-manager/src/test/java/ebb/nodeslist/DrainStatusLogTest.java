package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.work.Workload;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.threeten.extra.MutableClock;

/** An operator reads in the log what every draining node waits for. */
class DrainStatusLogTest {
  private static final Initiator ALICE =
      new Initiator("alice", Origin.HTTP, Optional.empty(), Optional.empty(), Optional.of("op-7"));

  private final MutableClock clock =
      MutableClock.of(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC);
  private final NodeTable table = new NodeTable(clock);
  private final DrainStatusLog log = new DrainStatusLog(table);

  private void drains(String host, DrainTimeout timeout, DrainProgress progress) {
    NodeId id = new NodeId(host, 8041);
    Instant now = clock.instant();
    NodeLifecycle node = NodeLifecycle.unregistered(id);
    var registered =
        (Decision.Persist)
            node.register(Resource.of(4096, 4), true, true, ALICE.stamp(now, "rm1", 0));
    for (NodeEvent event : registered.events()) {
      node = node.apply(event);
    }
    var action = new NodeAction.GracefulDecommission(timeout, TimeoutSource.REQUEST);
    NodeLifecycle draining = new NodeOrder(id, action, 1, now, ALICE).appliedTo(node);
    table.update(new NodeStateUpdate(2, 2, draining, Optional.of(progress)));
  }

  private static DrainProgress waiting(DrainStatus status, int containers, String... applications) {
    return new DrainProgress(
        status, Optional.of(new Workload(containers, new TreeSet<>(Set.of(applications)))));
  }

  @Test
  void shouldSayNothingWhileNoNodeDrains() {
    table.update(
        new NodeStateUpdate(
            1, 1, NodeLifecycle.unregistered(new NodeId("h1", 1)), Optional.empty()));

    assertThat(log.lines(clock.instant())).isEmpty();
  }

  @Test
  void shouldNameEachOperationAndEachNodeUnderItsStatus() {
    drains("h2", DrainTimeout.ofSeconds(600), waiting(DrainStatus.WAIT_CONTAINER, 3, "app1"));
    drains("h1", DrainTimeout.INFINITE, waiting(DrainStatus.WAIT_CONTAINER, 1, "app1", "app2"));
    drains("h3", DrainTimeout.ofSeconds(600), waiting(DrainStatus.WAIT_APP, 0, "app1"));
    drains(
        "h4",
        DrainTimeout.ofSeconds(600),
        new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.empty()));
    clock.add(Duration.ofSeconds(100));

    assertThat(log.lines(clock.instant()))
        .containsExactly(
            "Draining for operation=op-7 actor=alice: 4",
            "WAIT_CONTAINER: h1:8041 containers=1 applications=2 secondsLeft=infinite,"
                + " h2:8041 containers=3 applications=1 secondsLeft=500,"
                + " h4:8041 containers=unknown applications=unknown secondsLeft=500",
            "WAIT_APP: h3:8041 containers=0 applications=1 secondsLeft=500");
  }

  @Test
  void shouldNameEveryNodeOfALargeFleetManyInALine() {
    for (int i = 0; i < 1_000; i++) {
      drains("h" + i, DrainTimeout.INFINITE, waiting(DrainStatus.WAIT_APP, 0, "app1"));
    }

    assertThat(log.lines(clock.instant())).hasSize(1 + 50);
  }
}
