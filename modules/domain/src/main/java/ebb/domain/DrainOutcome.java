package ebb.domain;

/** How what an administrator wanted of a node ended. */
public enum DrainOutcome {
  /** The drain had nothing left to wait for. */
  READY,
  /** The drain's deadline passed. */
  TIMEOUT,
  /** An administrator ended the drain. */
  FORCED,
  /** The node's service ended without a drain, or through one. */
  NORMAL,
  /** The node serves again, or will once its NodeManager registers. */
  RECOMMISSIONED,
  /** Its NodeManager fell silent first. */
  LOST,
  /** Its NodeManager lost step first. */
  REBOOTED,
  /** Its NodeManager unregistered, or no list named the node any more. */
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
