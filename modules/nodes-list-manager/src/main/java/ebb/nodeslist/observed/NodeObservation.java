package ebb.nodeslist.observed;

import ebb.domain.Resource;
import java.time.Instant;
import java.util.Optional;

/**
 * What the leading instance itself has observed of a node. Soft state: a value is empty if nothing
 * has been observed since this instance became leader.
 *
 * @param lastHeartbeat when the NodeManager last sent a heartbeat, wall-clock time; includes a
 *     heartbeat that was answered with SHUTDOWN, and an unregistration
 * @param currentCapacity the size that Hadoop's scheduler works with; a drain shrinks it to what is
 *     in use. Empty also for a node that is not in service
 * @param running what the scheduler has placed on the node; empty as above
 * @param nodeManager empty until it has registered with this leader
 */
public record NodeObservation(
    Optional<Instant> lastHeartbeat,
    Optional<Resource> currentCapacity,
    Optional<RunningContainers> running,
    Optional<NodeManagerInfo> nodeManager) {
  public static final NodeObservation NONE =
      new NodeObservation(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
