package ebb.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A plan is durable, and its nodes have yet to obey. */
class ForesightTest {
  private static final Instant PLANNED = Instant.parse("2026-01-01T00:00:00Z");
  private static final Initiator ALICE = Initiator.system("alice", Origin.HTTP);
  private static final NodeAction DRAIN =
      new NodeAction.GracefulDecommission(
          DrainTimeout.of(Duration.ofHours(1)), TimeoutSource.REQUEST);

  private final NodeLifecycle running =
      after(NodeLifecycle.unregistered(new NodeId("host1", 1234)), true);

  private static NodeLifecycle after(NodeLifecycle node, boolean healthy) {
    Provenance by = ALICE.stamp(PLANNED, "rm1", 0);
    NodeLifecycle next = node;
    var registered = (Decision.Persist) node.register(Resource.of(4096, 4), healthy, true, by);
    for (NodeEvent event : registered.events()) {
      next = next.apply(event);
    }
    return next;
  }

  private NodeOrder order(NodeAction action) {
    return new NodeOrder(running.nodeId(), action, 1, PLANNED, ALICE);
  }

  @Test
  void shouldSeeADrainBeginWhenItWasPlanned() {
    NodeLifecycle next = Foresight.ofDrain(running, order(DRAIN)).orElseThrow();

    assertThat(next.state()).isEqualTo(NodeState.DECOMMISSIONING);
    assertThat(next.drain().orElseThrow().startedAt()).isEqualTo(PLANNED);
    assertThat(next.listVersion()).isEqualTo(1);
  }

  @Test
  void shouldSeeNothingElse() {
    NodeOrder toLeave = order(new NodeAction.Decommission(DecommissionCause.NORMAL));
    NodeLifecycle draining = Foresight.ofDrain(running, order(DRAIN)).orElseThrow();

    assertThat(Foresight.ofDrain(running, toLeave)).isEqualTo(Optional.empty());
    assertThat(Foresight.ofDrain(draining, order(new NodeAction.Recommission()))).isEmpty();
  }

  @Test
  void shouldSeeNothingForANodeThatDoesNotRun() {
    NodeLifecycle sick = after(NodeLifecycle.unregistered(new NodeId("host1", 1234)), false);

    assertThat(Foresight.ofDrain(sick, order(DRAIN))).isEmpty();
  }
}
