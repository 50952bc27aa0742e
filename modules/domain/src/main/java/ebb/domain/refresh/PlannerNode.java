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
 * A node as the planner of a refresh sees it. This state may be slightly old, so the node decides
 * again when its order arrives.
 *
 * @param drain empty when the node is not draining, or when nothing is known about its drain
 * @param plannedDrain the refresh whose drain order is still in flight to the node
 */
public record PlannerNode(
    NodeId nodeId,
    NodeAddress address,
    NodeState state,
    Optional<Drain> drain,
    boolean awaitsRegistration,
    Optional<Long> plannedDrain) {

  /** A node without an order in flight. */
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

  /** Without the drain: only the node knows which order started it. */
  PlannerNode withUnknownDrain() {
    return new PlannerNode(
        nodeId, address, state, Optional.empty(), awaitsRegistration, plannedDrain);
  }

  /**
   * @param order the order in flight; its effect on the node is already included here
   */
  PlannerNode withPending(NodeOrder order) {
    Optional<Long> planned =
        order.action() instanceof NodeAction.GracefulDecommission
            ? Optional.of(order.listVersion())
            : Optional.empty();
    return new PlannerNode(nodeId, address, state, drain, awaitsRegistration, planned);
  }
}
