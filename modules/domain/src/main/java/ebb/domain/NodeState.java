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

  /** As YARN's {@code NodeState.isActiveState}: NEW, or {@link #isInService in service}. */
  public boolean isActive() {
    return switch (this) {
      case NEW, RUNNING, UNHEALTHY, DECOMMISSIONING -> true;
      case DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> false;
    };
  }

  /**
   * Whether the node is RUNNING, UNHEALTHY or DECOMMISSIONING. Usually its NodeManager is
   * registered and sends heartbeats; a NEW node that was excluded gracefully is DECOMMISSIONING
   * before it registers.
   */
  public boolean isInService() {
    return isActive() && this != NEW;
  }
}
