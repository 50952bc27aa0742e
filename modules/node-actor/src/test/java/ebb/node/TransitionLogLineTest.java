package ebb.node;

import static ebb.node.Samples.ALICE;
import static ebb.node.Samples.ONE_MINUTE;
import static ebb.node.Samples.SIZE;
import static ebb.node.Samples.T0;
import static ebb.node.Samples.graceful;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.Decision;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.Provenance;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TransitionLogLineTest {
  private static final NodeId NODE = new NodeId("nm1.example", 8041);
  private static final Provenance BY = ALICE.stamp(T0, "rm1", 4);

  private final NodeLifecycle running =
      NodeLifecycle.unregistered(NODE).apply(new NodeRegistered(NODE, SIZE, true, BY));

  @Test
  void shouldTellFromWhereToWhereAndWhy() {
    var order = Samples.order(NODE, graceful(ONE_MINUTE), 5, T0);
    var started = ((Decision.Persist) running.applyOrder(order, BY)).events().get(0);
    var draining = running.apply(started);

    assertThat(line(running, started))
        .isEqualTo(
            "nodeId=nm1.example:8041 epoch=1 RUNNING -> DECOMMISSIONING"
                + " event=DecommissioningStarted startedAt=2030-01-01T00:00:00Z timeout=1m"
                + " timeoutSource=REQUEST actor=alice origin=HTTP operation=op-7 listVersion=4");
    assertThat(line(draining, new NodeDecommissioned(NODE, 1, DecommissionCause.TIMEOUT, BY)))
        .startsWith(
            "nodeId=nm1.example:8041 epoch=1 DECOMMISSIONING -> DECOMMISSIONED"
                + " event=NodeDecommissioned cause=TIMEOUT actor=alice");
  }

  @Test
  void shouldKeepAReportOfManyLinesInOne() {
    assertThat(line(running, new NodeHealthChanged(NODE, false, "disk\nfull\u001b[31m", BY)))
        .contains("RUNNING -> UNHEALTHY event=NodeHealthChanged healthy=false")
        .contains("report='disk full\\u{1b}[31m'");
  }

  @Test
  void shouldNameWhoSentItOverTheNetwork() {
    var stranger = new Peer("10.0.0.7", "yarn", AuthMethod.SIMPLE);
    var by =
        new Initiator(
                "nodemanager",
                Origin.UNREGISTRATION,
                Optional.of(stranger),
                Optional.empty(),
                Optional.empty())
            .stamp(T0, "rm1", 4);

    assertThat(line(running, new NodeShutDown(NODE, by)))
        .contains(
            " actor=nodemanager origin=UNREGISTRATION from=10.0.0.7 user=yarn auth=SIMPLE"
                + " operation=none");
  }

  private static String line(NodeLifecycle from, NodeEvent event) {
    return new TransitionLogLine(from, from.apply(event), event).toString();
  }
}
