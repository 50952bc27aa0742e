package ebb.node;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.work.BusyContainer;
import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Values that tests share. */
final class Samples {
  static final Instant T0 = Instant.parse("2030-01-01T00:00:00Z");
  static final Resource SIZE = Resource.of(8192, 8);
  static final DrainTimeout ONE_MINUTE = DrainTimeout.ofSeconds(60);
  static final NodeAction RECOMMISSION = new NodeAction.Recommission();
  static final NodeAction NORMAL = new NodeAction.Decommission(DecommissionCause.NORMAL);
  static final Initiator ALICE =
      new Initiator(
          "alice", Origin.HTTP, Optional.empty(), Optional.of("new disks"), Optional.of("op-7"));
  static final Workload ONE_CONTAINER =
      new Workload(
          1,
          new TreeSet<>(Set.of("application_1_0001")),
          List.of(new BusyContainer("container_1_0001_01_000001", true)));

  private Samples() {}

  static NodeAction graceful(DrainTimeout timeout) {
    return new NodeAction.GracefulDecommission(timeout, TimeoutSource.REQUEST);
  }

  static NodeOrder order(NodeId nodeId, NodeAction action, long listVersion, Instant plannedAt) {
    return new NodeOrder(nodeId, action, listVersion, plannedAt, ALICE);
  }
}
