package ebb.domain;

import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeShutDown;
import java.util.Optional;

/** How an administrator's request for a node ended. */
public enum DrainOutcome {
  /** The drain had nothing left to wait for. */
  READY,
  /** The drain's deadline passed. */
  TIMEOUT,
  /** An administrator ended the drain. */
  FORCED,
  /** The node's service ended without a drain, or during one. */
  NORMAL,
  /** The node is in service again, or will be once its NodeManager registers. */
  RECOMMISSIONED,
  /** Its NodeManager stopped sending heartbeats, before or during the drain. */
  LOST,
  /**
   * The node was already REBOOTED when it applied the request: the heartbeats of its NodeManager
   * were out of sequence. A drain never ends so, because a draining node stays DECOMMISSIONING
   * then.
   */
  REBOOTED,
  /** Its NodeManager unregistered, or the node was no longer in any list. */
  SHUTDOWN;

  /** How the event ends a drain, if there is one; empty if it would go on. */
  public static Optional<DrainOutcome> of(NodeEvent event) {
    if (event instanceof NodeDecommissioned e) {
      return Optional.of(of(e.cause()));
    } else if (event instanceof NodeRecommissioned) {
      return Optional.of(RECOMMISSIONED);
    } else if (event instanceof NodeLost) {
      return Optional.of(LOST);
    } else if (event instanceof NodeRebooted) {
      return Optional.of(REBOOTED);
    } else if (event instanceof NodeShutDown) {
      return Optional.of(SHUTDOWN);
    }
    return Optional.empty();
  }

  static DrainOutcome of(DecommissionCause cause) {
    return switch (cause) {
      case READY -> READY;
      case TIMEOUT -> TIMEOUT;
      case FORCED -> FORCED;
      case NORMAL -> NORMAL;
    };
  }
}
