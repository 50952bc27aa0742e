package ebb.hadoop;

import ebb.domain.Decision;
import ebb.domain.NodeEvent;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.node.NodePublication;
import java.util.Optional;

/**
 * What RMNode is going to publish, once it has obeyed an order of a durable plan: the rule is the
 * same, and so is its outcome as long as RMNode is what it last published.
 */
final class Foresight {
  private Foresight() {}

  /**
   * @return with the revision of the known one, which is not RMNode's next; empty if the order
   *     begins no drain
   */
  static Optional<NodePublication> ofDrain(NodePublication known, NodeOrder order) {
    NodeLifecycle node = known.node();
    var by = order.initiator().stamp(order.plannedAt(), "plan", order.listVersion());
    if (node.state() != NodeState.RUNNING
        || !(node.obey(order, by) instanceof Decision.Persist persist)) {
      return Optional.empty();
    }
    NodeLifecycle next = node;
    for (NodeEvent event : persist.events()) {
      next = next.apply(event);
    }
    return next.state() == NodeState.DECOMMISSIONING
        ? Optional.of(new NodePublication(known.revision(), next, Optional.empty()))
        : Optional.empty();
  }
}
