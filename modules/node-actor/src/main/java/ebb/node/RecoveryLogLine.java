package ebb.node;

import ebb.domain.Drain;
import ebb.domain.NodeId;
import java.time.Instant;

/**
 * The log line for a drain that continues in this process: it started in another process, or before
 * a restart of the actor, and its deadline is watched again.
 */
record RecoveryLogLine(NodeId nodeId, Drain drain) {

  @Override
  public String toString() {
    return "nodeId="
        + nodeId
        + " epoch="
        + drain.epoch()
        + " DECOMMISSIONING continues startedAt="
        + drain.startedAt()
        + " deadline="
        + drain.deadline().map(Instant::toString).orElse("none");
  }
}
