package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.IdleNode;
import ebb.node.NodeStateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.threeten.extra.MutableClock;

/** The newest that each node has made known, and what a plan will make of it. */
class NodeTableTest {
  private static final NodeId A = new NodeId("a", 1);
  private static final Instant PLANNED = Instant.parse("2026-01-01T00:00:00Z");
  private static final Initiator ALICE = Initiator.system("alice", Origin.HTTP);
  private static final NodeAction DRAIN =
      new NodeAction.GracefulDecommission(
          DrainTimeout.of(Duration.ofHours(1)), TimeoutSource.REQUEST);

  private final MutableClock clock =
      MutableClock.of(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC);
  private final NodeTable table = new NodeTable(clock);

  private static NodeStateUpdate publication(long revision, NodeLifecycle node) {
    return new NodeStateUpdate(revision, revision, node, Optional.empty());
  }

  private static NodeStateUpdate publication(long revision) {
    return publication(revision, NodeLifecycle.unregistered(A));
  }

  private static NodeLifecycle registered(boolean healthy) {
    NodeLifecycle node = NodeLifecycle.unregistered(A);
    var registered =
        (Decision.Persist)
            node.register(Resource.of(4096, 4), healthy, true, ALICE.stamp(PLANNED, "rm1", 0));
    for (NodeEvent event : registered.events()) {
      node = node.apply(event);
    }
    return node;
  }

  private static Optional<NodeOrder> order(NodeAction action) {
    return Optional.of(new NodeOrder(A, action, 1, PLANNED, ALICE));
  }

  @Test
  void shouldKeepTheNewestRevisionAndTheLastWordOnIt() {
    assertThat(table.update(publication(4))).isTrue();
    assertThat(table.update(publication(3))).isFalse();
    assertThat(table.find(A)).contains(publication(4));
    // from another life of the node, for which another clock may count
    NodeStateUpdate again =
        new NodeStateUpdate(4, 1, NodeLifecycle.unregistered(A), Optional.empty());
    assertThat(table.update(again)).isTrue();
    assertThat(table.find(A)).contains(again);
  }

  @Test
  void shouldWaitForANodeThatMustAnswerThoughItIsKnown() {
    table.update(publication(4));
    table.mustAnswer(List.of(A));
    table.update(publication(4));
    assertThat(table.owesAnswer(A)).isTrue();

    table.answered(A);

    assertThat(table.owesAnswer(A)).isFalse();
  }

  @Test
  void shouldTakeForNewsALaterUpdateOfARevisionOrALaterRevision() {
    table.update(publication(4));

    assertThat(table.isNews(publication(4))).isFalse();
    assertThat(table.isNews(publication(3))).isFalse();
    assertThat(table.isNews(publication(5))).isTrue();
    assertThat(
            table.isNews(
                new NodeStateUpdate(4, 5, NodeLifecycle.unregistered(A), Optional.empty())))
        .isTrue();
  }

  @Test
  void shouldTellSinceWhenNodesAreOutOfService() {
    table.update(publication(0));
    Instant since = clock.instant();
    clock.add(Duration.ofSeconds(9));
    table.update(publication(0));

    assertThat(table.idle()).isEqualTo(Map.of(A, new IdleNode(NodeState.NEW, since, false)));
    table.update(publication(1, registered(true)));
    assertThat(table.idle()).isEmpty();
  }

  @Test
  void shouldForgetANode() {
    table.update(publication(4));

    table.forget(Set.of(A));

    assertThat(table.find(A)).isEmpty();
    assertThat(table.idle()).isEmpty();
    assertThat(table.update(publication(1))).isTrue();
  }

  @Test
  void shouldExpectADrainFromWhenItWasPlanned() {
    NodeStateUpdate known = publication(1, registered(true));

    NodeStateUpdate expected = NodeTable.expected(known, order(DRAIN), false);

    assertThat(expected.revision()).isEqualTo(1);
    assertThat(expected.node().state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(expected.node().drain().orElseThrow().startedAt()).isEqualTo(PLANNED);
    assertThat(expected.node().listVersion()).isEqualTo(1);
  }

  @Test
  void shouldExpectNothingElseOfAnOrder() {
    NodeStateUpdate running = publication(1, registered(true));
    NodeStateUpdate draining = NodeTable.expected(running, order(DRAIN), false);
    NodeStateUpdate unhealthy = publication(1, registered(false));
    var toLeave = order(new NodeAction.Decommission(DecommissionCause.NORMAL));

    assertThat(NodeTable.expected(running, toLeave, false)).isEqualTo(running);
    assertThat(NodeTable.expected(unhealthy, order(DRAIN), true)).isEqualTo(unhealthy);
    assertThat(NodeTable.expected(running, Optional.empty(), true)).isEqualTo(running);
    assertThat(NodeTable.expected(draining, order(new NodeAction.Recommission()), true))
        .isEqualTo(draining);
  }

  @Test
  void shouldLetNothingBePlacedOnANodeThatDoesNotAnswerToItsOrder() {
    NodeStateUpdate running = publication(1, registered(true));

    for (NodeAction action :
        List.of(
            new NodeAction.Decommission(DecommissionCause.NORMAL),
            new NodeAction.ShutDown(),
            new NodeAction.Recommission())) {
      NodeOrder order = order(action).orElseThrow();
      NodeLifecycle expected = NodeTable.expected(running, Optional.of(order), true).node();
      NodeStateUpdate applied = publication(2, order.appliedTo(running.node()));

      assertThat(expected.state()).isEqualTo(NodeState.DECOMMISSIONING);
      assertThat(expected.drain().orElseThrow().timeout()).isEqualTo(DrainTimeout.INFINITE);
      assertThat(NodeTable.expected(applied, Optional.of(order), true)).isEqualTo(applied);
    }
  }
}
