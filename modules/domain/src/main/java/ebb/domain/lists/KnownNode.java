package ebb.domain.lists;

import ebb.domain.Drain;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import java.util.Optional;

/**
 * A node as the planner of a refresh sees it; possibly a moment old, which is why the node decides
 * again when its order arrives.
 *
 * @param drain empty when the node is not draining, or when nothing is known of its drain
 */
public record KnownNode(
    NodeId nodeId,
    NodeAddress address,
    NodeState state,
    Optional<Drain> drain,
    boolean awaitsRegistration) {

  public static KnownNode of(NodeLifecycle node, NodeAddress address) {
    return new KnownNode(
        node.nodeId(), address, node.state(), node.drain(), node.awaitsRegistration());
  }
}
