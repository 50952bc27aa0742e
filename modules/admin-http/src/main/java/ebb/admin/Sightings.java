package ebb.admin;

import ebb.domain.NodeId;
import ebb.domain.Resource;
import java.time.Instant;
import java.util.Optional;

/** What this instance itself has seen of the nodes. */
@FunctionalInterface
public interface Sightings {

  /** Called for each node that is shown: must answer from memory. */
  Sighting of(NodeId nodeId);

  /**
   * Empty is what this instance does not know, because another one leads or nothing has been heard
   * since this one does.
   *
   * @param lastHeartbeat of the node's NodeManager, wall-clock time
   * @param currentCapacity the size that Hadoop's scheduler works with, which a drain shrinks to
   *     what is in use; empty also for a node that is not in service
   */
  record Sighting(Optional<Instant> lastHeartbeat, Optional<Resource> currentCapacity) {
    public static final Sighting NONE = new Sighting(Optional.empty(), Optional.empty());
  }
}
