package ebb.domain;

import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeShutDown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a drain of a node ended, or its service without one.
 *
 * @param epoch of the drain; 0 if the node was decommissioned without one
 * @param listVersion the node's from then on: the newest refresh that it had applied
 */
public record DrainResult(long epoch, DrainOutcome outcome, long listVersion) {
  /** More than can come between two looks of whoever keeps account of operations. */
  private static final int REMEMBERED = 4;

  /**
   * The ends of a node, the newest last, once this event has happened to it.
   *
   * @param drain that runs when it happens
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
   * Empty if the event ends no drain, nor service by a refresh.
   *
   * @param drain that runs when it happens
   */
  static Optional<DrainOutcome> outcomeOf(Optional<Drain> drain, NodeEvent event) {
    boolean isEnd = drain.isPresent() || isByRefresh(event);
    return isEnd ? outcomeOf(event) : Optional.empty();
  }

  /** A NodeManager that unregisters belongs to no operation. */
  private static boolean isByRefresh(NodeEvent event) {
    return event instanceof NodeDecommissioned
        || (event instanceof NodeShutDown && event.by().operationId().isPresent());
  }

  private static Optional<DrainOutcome> outcomeOf(NodeEvent event) {
    if (event instanceof NodeDecommissioned e) {
      return Optional.of(DrainOutcome.of(e.cause()));
    } else if (event instanceof NodeRecommissioned) {
      return Optional.of(DrainOutcome.RECOMMISSIONED);
    } else if (event instanceof NodeLost) {
      return Optional.of(DrainOutcome.LOST);
    } else if (event instanceof NodeRebooted) {
      return Optional.of(DrainOutcome.REBOOTED);
    } else if (event instanceof NodeShutDown) {
      return Optional.of(DrainOutcome.SHUTDOWN);
    }
    return Optional.empty();
  }
}
