package ebb.domain;

import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.OTHER_SIZE;
import static ebb.domain.SampleCommands.SIZE;
import static ebb.domain.SampleCommands.TWO_MINUTES;
import static ebb.domain.provenance.Stamps.T0;
import static ebb.domain.provenance.Stamps.at;

import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.NodeEvent.NodeCapacityChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.domain.NodeEvent.RecommissionAwaitsRegistration;
import ebb.domain.NodeEvent.RecommissionWithdrawn;
import ebb.domain.provenance.Provenance;
import java.util.List;
import java.util.Optional;

/** One of each event of a node, in an order in which they could have happened. */
final class SampleNodeEvents {
  private static final NodeId ID = new NodeId("host1", 1234);
  private static final Provenance BY = at(T0);

  private SampleNodeEvents() {}

  static List<NodeEvent> inOrder() {
    return List.of(
        new NodeRegistered(ID, SIZE, true, BY),
        new NodeCapacityChanged(ID, OTHER_SIZE, BY),
        new NodeHealthChanged(ID, false, "disk full", BY),
        new DecommissioningStarted(
            ID, 1, T0, ONE_MINUTE, TimeoutSource.REQUEST, Optional.of(OTHER_SIZE), BY),
        new DecommissioningTimeoutChanged(ID, 1, TWO_MINUTES, TimeoutSource.HOST_ENTRY, BY),
        new DecommissioningProgressed(ID, 1, Optional.empty(), DrainAccount.ZERO, BY),
        new NodeRecommissioned(ID, 1, BY),
        new NodeDecommissioned(ID, 0, DecommissionCause.NORMAL, BY),
        new RecommissionAwaitsRegistration(ID, BY),
        new RecommissionWithdrawn(ID, BY),
        new NodeLost(ID, BY),
        new NodeRebooted(ID, BY),
        new NodeShutDown(ID, BY),
        new ListVersionAdvanced(ID, at(T0, 9)));
  }
}
