package ebb.node;

import static ebb.node.Samples.ALICE;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.SIZE;
import static ebb.node.Samples.T0;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision;
import ebb.domain.Drain;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.provenance.Provenance;
import org.junit.jupiter.api.Test;

final class RecoveryLogLineTest {
  private static final NodeId NODE = new NodeId("nm1.example", 8041);
  private static final Provenance BY = ALICE.stamp(T0, "rm1", 4);

  @Test
  void shouldTellUntilWhenTheDrainGoesOn() {
    assertThat(new RecoveryLogLine(NODE, drain()))
        .hasToString(
            "nodeId=nm1.example:8041 epoch=1 DECOMMISSIONING continues"
                + " startedAt=2030-01-01T00:00:00Z deadline=2030-01-01T00:01:00Z");
  }

  private static Drain drain() {
    var running = NodeLifecycle.unregistered(NODE).apply(new NodeRegistered(NODE, SIZE, true, BY));
    var order = Samples.order(NODE, graceful(ONE_MINUTE), 5, T0);
    var started = ((Decision.Persist) running.applyOrder(order, BY)).events().get(0);
    return running.apply(started).drain().orElseThrow();
  }
}
