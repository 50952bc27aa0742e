package ebb.nodeslist.observed;

import ebb.domain.Resource;
import java.time.Instant;
import java.util.Optional;

/**
 * What the leader's instance has seen of a node by itself. Soft: empty is what it does not know,
 * because it has heard nothing since it leads.
 *
 * @param lastHeartbeat when the node's NodeManager was last heard of, wall-clock time; also when it
 *     was told to shut down, or unregistered
 * @param currentCapacity the size that Hadoop's scheduler works with, which a drain shrinks to what
 *     is in use; empty also for a node that is not in service
 * @param running what the scheduler has there; empty as above
 */
public record NodeObservation(
    Optional<Instant> lastHeartbeat,
    Optional<Resource> currentCapacity,
    Optional<RunningContainers> running) {
  public static final NodeObservation NONE =
      new NodeObservation(Optional.empty(), Optional.empty(), Optional.empty());
}
