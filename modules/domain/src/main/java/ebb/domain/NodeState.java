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

  /** Whether a NodeManager of this node is expected to send heartbeats. */
  public boolean isActive() {
    return switch (this) {
      case NEW, RUNNING, UNHEALTHY, DECOMMISSIONING -> true;
      case DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> false;
    };
  }
}
