package ebb.node;

import ebb.domain.Drain;
import ebb.domain.NodeId;
import java.time.Instant;

/**
 * A drain that goes on in this process, in one line of the log: it began in another one, or in an
 * earlier life of the actor, and its deadline is watched again.
 */
record RecoveryLogLine(NodeId nodeId, Drain drain) {

  @Override
  public String toString() {
    return "nodeId="
        + nodeId
        + " epoch="
        + drain.epoch()
        + " DECOMMISSIONING goes on startedAt="
        + drain.startedAt()
        + " deadline="
        + drain.deadline().map(Instant::toString).orElse("none");
  }
}
