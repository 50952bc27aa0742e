package ebb.domain;

import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeShutDown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a drain of a node ended, or how its service ended without a drain.
 *
 * @param epoch the epoch of the drain; 0 if the node was decommissioned without one
 * @param listVersion the node's version after the end: the newest refresh that it had applied
 */
public record DrainResult(long epoch, DrainOutcome outcome, long listVersion) {
  /** More ends than can occur between two checks for ended operations. */
  private static final int REMEMBERED = 4;

  /**
   * The ends of a node after this event, newest last.
   *
   * @param drain the drain that is running when the event occurs
   */
  static List<DrainResult> after(
      List<DrainResult> ends, Optional<Drain> drain, NodeEvent event, long listVersion) {
    Optional<DrainOutcome> outcome = outcomeOf(drain, event);
    if (outcome.isEmpty()) {
      return ends;
    }
    List<DrainResult> more = new ArrayList<>(ends);
    more.add(new DrainResult(drain.map(Drain::epoch).orElse(0L), outcome.get(), listVersion));
    return List.copyOf(more.subList(Math.max(0, more.size() - REMEMBERED), more.size()));
  }

  /**
   * Empty if the event ends neither a drain nor, because of a refresh, the node's service.
   *
   * @param drain the drain that is running when the event occurs
   */
  static Optional<DrainOutcome> outcomeOf(Optional<Drain> drain, NodeEvent event) {
    boolean isEnd = drain.isPresent() || isByRefresh(event);
    return isEnd ? DrainOutcome.of(event) : Optional.empty();
  }

  /** An unregistration by the NodeManager belongs to no operation. */
  private static boolean isByRefresh(NodeEvent event) {
    return event instanceof NodeDecommissioned
        || (event instanceof NodeShutDown && event.by().operationId().isPresent());
  }
}
