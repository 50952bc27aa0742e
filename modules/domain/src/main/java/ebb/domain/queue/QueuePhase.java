package ebb.domain.queue;

/** Whether the next host of a queued drain may begin, or why not. */
public enum QueuePhase {
  /** An operator holds it. */
  HELD,
  /** Its time has not come. */
  NOT_YET,
  /** Its window is closed, or not in ebb.conf any more. */
  CLOSED,
  /** Its time is over. */
  OVER,
  /** As many hosts drain as may. */
  FULL,
  /** Without the host, less capacity would stay in service than is to be kept. */
  KEPT,
  /** Hosts of another rack drain. */
  OTHER_RACK,
  /** A host may begin. */
  OPEN
}
