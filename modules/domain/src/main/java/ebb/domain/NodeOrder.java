package ebb.domain;

import ebb.domain.provenance.Initiator;
import java.time.Instant;

/**
 * One node's part of a journaled refresh. Carrying it out twice, or late, changes nothing.
 *
 * @param listVersion the refresh; an order that is not newer than the node's version is stale
 * @param plannedAt when the refresh was journaled: the start of a drain that it begins
 */
public record NodeOrder(
    NodeId nodeId, NodeAction action, long listVersion, Instant plannedAt, Initiator initiator) {

  /** Whether the node has applied this order, or a later one. */
  public boolean isAppliedBy(NodeLifecycle node) {
    return listVersion <= node.listVersion();
  }

  /**
   * The node as it will be once it has applied it, as long as it is what is given here; the same
   * node if the order is stale or void for it.
   */
  public NodeLifecycle appliedTo(NodeLifecycle node) {
    NodeLifecycle next = node;
    if (node.applyOrder(this, initiator.stamp(plannedAt, "plan", listVersion))
        instanceof Decision.Persist persist) {
      for (NodeEvent event : persist.events()) {
        next = next.apply(event);
      }
    }
    return next;
  }
}
