package ebb.domain.refresh;

import ebb.domain.Drain;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.lists.NodeAddress;
import java.util.Optional;

/**
 * A node as the planner of a refresh sees it; possibly a moment old, which is why the node decides
 * again when its order arrives.
 *
 * @param drain empty when the node is not draining, or when nothing is known of its drain
 * @param plannedDrain the refresh whose order to drain is still on its way to the node
 */
public record PlannerNode(
    NodeId nodeId,
    NodeAddress address,
    NodeState state,
    Optional<Drain> drain,
    boolean awaitsRegistration,
    Optional<Long> plannedDrain) {

  /** No order is on its way. */
  public PlannerNode(
      NodeId nodeId,
      NodeAddress address,
      NodeState state,
      Optional<Drain> drain,
      boolean awaitsRegistration) {
    this(nodeId, address, state, drain, awaitsRegistration, Optional.empty());
  }

  public static PlannerNode of(NodeLifecycle node, NodeAddress address) {
    return new PlannerNode(
        node.nodeId(), address, node.state(), node.drain(), node.awaitsRegistration());
  }

  /** Which order began its drain nobody but the node knows. */
  PlannerNode withUnknownDrain() {
    return new PlannerNode(
        nodeId, address, state, Optional.empty(), awaitsRegistration, plannedDrain);
  }

  /**
   * @param order on its way to it; what it will make of the node is in here already
   */
  PlannerNode withPending(NodeOrder order) {
    Optional<Long> planned =
        order.action() instanceof NodeAction.GracefulDecommission
            ? Optional.of(order.listVersion())
            : Optional.empty();
    return new PlannerNode(nodeId, address, state, drain, awaitsRegistration, planned);
  }
}
