package ebb.domain;

import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.domain.work.RemainingWork;
import java.util.Optional;

/**
 * What an event that ends a drain records about it.
 *
 * @param remaining what the drain was still waiting for; empty without a drain, or if that was
 *     never reported
 * @param account how the drain spent its time; empty without a drain
 */
public record DrainEnding(Optional<RemainingWork> remaining, Optional<DrainAccount> account) {
  private static final DrainEnding NONE = new DrainEnding(Optional.empty(), Optional.empty());

  public static DrainEnding in(NodeEvent event) {
    if (event instanceof NodeDecommissioned e) {
      return new DrainEnding(e.remaining(), e.account());
    } else if (event instanceof NodeRecommissioned e) {
      return new DrainEnding(e.remaining(), e.account());
    } else if (event instanceof NodeLost e) {
      return new DrainEnding(e.remaining(), e.account());
    } else if (event instanceof NodeShutDown e) {
      return new DrainEnding(e.remaining(), e.account());
    }
    return NONE;
  }

  /** The same event, with this ending added if its kind can end a drain. */
  public NodeEvent recordedIn(NodeEvent event) {
    if (event instanceof NodeDecommissioned e) {
      return new NodeDecommissioned(e.nodeId(), e.epoch(), e.cause(), remaining, account, e.by());
    } else if (event instanceof NodeRecommissioned e) {
      return new NodeRecommissioned(e.nodeId(), e.epoch(), remaining, account, e.by());
    } else if (event instanceof NodeLost e) {
      return new NodeLost(e.nodeId(), remaining, account, e.by());
    } else if (event instanceof NodeShutDown e) {
      return new NodeShutDown(e.nodeId(), remaining, account, e.by());
    }
    return event;
  }
}
