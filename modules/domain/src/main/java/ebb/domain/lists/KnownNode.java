package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import java.util.Optional;

/**
 * A node as the planner of a refresh sees it; possibly a moment old, which is why the node decides
 * again when its order arrives.
 *
 * @param timeout of the running drain; empty when the node is not draining
 */
public record KnownNode(
    NodeId nodeId,
    NodeAddress address,
    NodeState state,
    Optional<DrainTimeout> timeout,
    boolean awaitsRegistration) {

  public static KnownNode of(NodeLifecycle node, NodeAddress address) {
    return new KnownNode(
        node.nodeId(),
        address,
        node.state(),
        node.drain().map(drain -> drain.timeout()),
        node.awaitsRegistration());
  }
}
