package ebb.domain;

import ebb.domain.provenance.Initiator;
import java.time.Instant;

/**
 * One node's part of a journaled refresh. Applying it twice, or late, changes nothing.
 *
 * @param listVersion version of the refresh; an order that is not newer than the node's version is
 *     stale
 * @param plannedAt when the refresh was journaled, and thus when a drain that it begins starts
 */
public record NodeOrder(
    NodeId nodeId, NodeAction action, long listVersion, Instant plannedAt, Initiator initiator) {

  /** Whether the node has applied this order, or a later one. */
  public boolean isAppliedBy(NodeLifecycle node) {
    return listVersion <= node.listVersion();
  }

  /**
   * The node after it applies this order, provided that its state is still the given one. A stale
   * order returns the same node. An order that has no effect only advances the list version.
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
