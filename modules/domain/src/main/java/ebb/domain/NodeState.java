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

  /** Whether a refresh that excludes the node still has to act on it; see {@link #isInService}. */
  public boolean isActive() {
    return switch (this) {
      case NEW, RUNNING, UNHEALTHY, DECOMMISSIONING -> true;
      case DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> false;
    };
  }

  /**
   * Whether the node's NodeManager was admitted and is expected to send heartbeats. Nothing is
   * known yet about a NEW node.
   */
  public boolean isInService() {
    return isActive() && this != NEW;
  }
}
