package ebb.domain;

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

  static DrainOutcome of(DecommissionCause cause) {
    return switch (cause) {
      case READY -> READY;
      case TIMEOUT -> TIMEOUT;
      case FORCED -> FORCED;
      case NORMAL -> NORMAL;
    };
  }
}
