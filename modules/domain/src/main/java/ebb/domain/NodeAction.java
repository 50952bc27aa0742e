package ebb.domain;

/** What a refresh can want of a node; the four RMNode events that YARN's NodesListManager sends. */
public sealed interface NodeAction {

  /** Start a drain, or give the running one another timeout. */
  record GracefulDecommission(DrainTimeout timeout, TimeoutSource source) implements NodeAction {}

  /**
   * End the node's service at once.
   *
   * @param cause NORMAL ends it whatever the node does, FORCED ends a drain and nothing else
   */
  record Decommission(DecommissionCause cause) implements NodeAction {}

  /**
   * End the drain that this operation began, and no other; one that it was to begin on a node that
   * has not heard of it yet ends before it begins.
   *
   * @param listVersion the refresh of that operation
   */
  record EndDrainOf(String operationId, long listVersion) implements NodeAction {}

  /** As Decommission, for a node that no list names any more: it ends as SHUTDOWN. */
  record ShutDown() implements NodeAction {}

  /** Call a drain off, or let a decommissioned node come back once it registers. */
  record Recommission() implements NodeAction {}
}
