package ebb.domain;

/** YARN's eight states of a node, with YARN's names (org.apache.hadoop.yarn.api NodeState). */
public enum NodeState {
  NEW,
  RUNNING,
  UNHEALTHY,
  DECOMMISSIONING,
  DECOMMISSIONED,
  LOST,
  REBOOTED,
  SHUTDOWN;

  /** Whether a refresh has yet to do something about this node; see {@link #isInService}. */
  public boolean isActive() {
    return switch (this) {
      case NEW, RUNNING, UNHEALTHY, DECOMMISSIONING -> true;
      case DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> false;
    };
  }

  /**
   * Whether a NodeManager of this node was admitted, and is expected to send heartbeats; of a NEW
   * one nothing is known yet.
   */
  public boolean isInService() {
    return isActive() && this != NEW;
  }
}
