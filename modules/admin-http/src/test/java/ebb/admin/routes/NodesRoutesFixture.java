package ebb.admin.routes;

import ebb.admin.AdminApiTestBase;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import java.time.Instant;
import java.util.Optional;

/** Nodes as the leader knows them. */
abstract class NodesRoutesFixture extends AdminApiTestBase {
  final Instant start = Instant.now().minusSeconds(100);

  final Provenance by =
      new Provenance(
          start,
          "rm1",
          "anna",
          Origin.RPC,
          Optional.empty(),
          Optional.of("new kernel"),
          Optional.of("op-9"),
          4);

  static NodeStateUpdate running(String host) {
    NodeId nodeId = new NodeId(host, 1234);
    return new NodeStateUpdate(
        3,
        3,
        new NodeLifecycle(
            nodeId,
            NodeState.RUNNING,
            Optional.of(Resource.of(4096, 4)),
            true,
            1,
            Optional.empty(),
            false,
            3),
        Optional.empty());
  }

  NodeStateUpdate draining(String host, DrainTimeout timeout, Optional<DrainProgress> progress) {
    Drain drain = new Drain(2, start, timeout, TimeoutSource.HOST_ENTRY, by);
    return new NodeStateUpdate(
        4,
        4,
        new NodeLifecycle(
            new NodeId(host, 1234),
            NodeState.DECOMMISSIONING,
            Optional.of(Resource.of(4096, 4)),
            true,
            2,
            Optional.of(drain),
            false,
            4),
        progress);
  }
}
