package ebb.domain;

import java.util.Optional;

/**
 * What an operation can request from a node: the four RMNode events that YARN's NodesListManager
 * sends, and Ebb's own {@link EndDrainOf} and {@link ChangeTimeout}.
 */
public sealed interface NodeAction {

  /**
   * Start a drain, or change the timeout of the running one.
   *
   * @param kept which running drains keep their timeout; empty means that every drain takes this
   *     one, except that a timeout from the configuration never replaces an operator's
   */
  record GracefulDecommission(DrainTimeout timeout, TimeoutSource source, Optional<KeptDrains> kept)
      implements NodeAction {

    /** Applies to every running drain. */
    public GracefulDecommission(DrainTimeout timeout, TimeoutSource source) {
      this(timeout, source, Optional.empty());
    }
  }

  /** Running drains whose timeout an order leaves unchanged. */
  enum KeptDrains {
    /** Those whose timeout was set by an operator. */
    OF_OPERATORS,
    ALL
  }

  /**
   * End the node's service at once.
   *
   * @param cause NORMAL ends the service whatever the node is doing, FORCED only ends a drain
   * @param plannedDrain for FORCED: the refresh whose drain this order may have overtaken; a node
   *     that has not applied that refresh leaves service before that drain begins
   */
  record Decommission(DecommissionCause cause, Optional<Long> plannedDrain) implements NodeAction {

    /** An order that overtakes no drain. */
    public Decommission(DecommissionCause cause) {
      this(cause, Optional.empty());
    }
  }

  /**
   * End the drain that this operation started, and no other. If the node has not applied that
   * operation yet, it leaves service before the drain begins.
   *
   * @param listVersion the list version of that operation
   */
  record EndDrainOf(String operationId, long listVersion) implements NodeAction {}

  /**
   * Change the timeout of the running drain, as an operator's decision for this drain. Like any
   * timeout, it counts from the start of the drain. It does not change who requested the drain.
   */
  record ChangeTimeout(DrainTimeout timeout) implements NodeAction {}

  /** Like Decommission, but for a node that is no longer in any list: it ends as SHUTDOWN. */
  record ShutDown() implements NodeAction {}

  /** Cancel a drain, or let a decommissioned node return once it registers. */
  record Recommission() implements NodeAction {}
}
