package ebb.domain;

import java.util.Optional;

/**
 * What a node is going to be once it has obeyed an order of a durable plan: the rule is the same,
 * and so is its outcome as long as the node is what it last published.
 */
public final class Foresight {
  private Foresight() {}

  /**
   * Only the beginning of a drain is foreseen, which takes nothing away from anybody.
   *
   * @return empty if the order begins no drain of a node that runs
   */
  public static Optional<NodeLifecycle> ofDrain(NodeLifecycle known, NodeOrder order) {
    Provenance by = order.initiator().stamp(order.plannedAt(), "plan", order.listVersion());
    if (known.state() != NodeState.RUNNING
        || !(known.obey(order, by) instanceof Decision.Persist persist)) {
      return Optional.empty();
    }
    NodeLifecycle next = known;
    for (NodeEvent event : persist.events()) {
      next = next.apply(event);
    }
    return Optional.of(next).filter(node -> node.state() == NodeState.DECOMMISSIONING);
  }
}
