package ebb.domain;

import java.util.Optional;

/**
 * What an operation can want of a node: the four RMNode events that YARN's NodesListManager sends,
 * and {@link EndDrainOf} and {@link ChangeTimeout}, which are Ebb's.
 */
public sealed interface NodeAction {

  /**
   * Start a drain, or give the running one another timeout.
   *
   * @param kept which running drains keep the timeout that they have; empty means that each takes
   *     this one, except that the configuration's never replaces an operator's
   */
  record GracefulDecommission(DrainTimeout timeout, TimeoutSource source, Optional<KeptDrains> kept)
      implements NodeAction {

    /** For every drain. */
    public GracefulDecommission(DrainTimeout timeout, TimeoutSource source) {
      this(timeout, source, Optional.empty());
    }
  }

  /** Running drains whose timeout an order leaves as it is. */
  enum KeptDrains {
    /** Those whose timeout is an operator's. */
    OF_OPERATORS,
    ALL
  }

  /**
   * End the node's service at once.
   *
   * @param cause NORMAL ends it whatever the node does, FORCED ends a drain and nothing else
   * @param plannedDrain for FORCED: the refresh whose drain this order may have overtaken; a node
   *     that has not heard of it ends before that drain begins
   */
  record Decommission(DecommissionCause cause, Optional<Long> plannedDrain) implements NodeAction {

    /** Nothing is overtaken. */
    public Decommission(DecommissionCause cause) {
      this(cause, Optional.empty());
    }
  }

  /**
   * End the drain that this operation began, and no other; one that it was to begin on a node that
   * has not heard of it yet ends before it begins.
   *
   * @param listVersion the refresh of that operation
   */
  record EndDrainOf(String operationId, long listVersion) implements NodeAction {}

  /**
   * Give the drain that runs another timeout, as an operator's word on this very drain. It counts
   * from the start as any other, and the drain stays whose it is.
   */
  record ChangeTimeout(DrainTimeout timeout) implements NodeAction {}

  /** As Decommission, for a node that no list names any more: it ends as SHUTDOWN. */
  record ShutDown() implements NodeAction {}

  /** Call a drain off, or let a decommissioned node come back once it registers. */
  record Recommission() implements NodeAction {}
}
