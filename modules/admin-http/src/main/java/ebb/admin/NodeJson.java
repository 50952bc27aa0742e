package ebb.admin;

import ebb.domain.DrainStatus;
import ebb.domain.NodeLifecycle;
import ebb.domain.Workload;
import ebb.node.DrainProgress;
import ebb.node.NodePublication;
import ebb.nodeslist.RunningContainers;
import ebb.nodeslist.SeenNode;
import ebb.nodeslist.Sighting;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A node.
 *
 * @param address by which lists may name the node, beside its host; null while the leader does not
 *     know it
 * @param state one of YARN's eight
 * @param listVersion the newest refresh that changed the node
 * @param status what a draining node waits for; null when it is not draining
 * @param containers that a draining node waits for; null when it is not draining, or while nobody
 *     knows
 * @param applications ids of those that a draining node waits for; null as above
 * @param running what Hadoop's scheduler has there, draining or not; null when the node is not in
 *     service, or the leader does not know yet
 * @param capacity the original one, which a drain does not shrink; null before the first
 *     registration
 * @param currentCapacity what Hadoop's scheduler works with now; null when the node is not in
 *     service, or the leader does not know yet
 * @param awaitsRegistration whether a DECOMMISSIONED node serves again once its NodeManager
 *     registers
 * @param lastHeartbeat UTC, also of one that was answered SHUTDOWN and of a goodbye; null when the
 *     leader has heard none since it leads
 * @param drain null when the node is not draining
 * @param lastDrain that ended; null while none has
 */
record NodeJson(
    String nodeId,
    @Nullable String address,
    String state,
    long listVersion,
    @Nullable String status,
    @Nullable Integer containers,
    @Nullable List<String> applications,
    @Nullable RunningJson running,
    @Nullable CapacityJson capacity,
    @Nullable CapacityJson currentCapacity,
    boolean healthy,
    boolean awaitsRegistration,
    @Nullable String lastHeartbeat,
    @Nullable DrainJson drain,
    @Nullable LastDrainJson lastDrain) {

  static NodeJson of(SeenNode seen, Instant now) {
    NodePublication publication = seen.publication();
    NodeLifecycle node = publication.node();
    Sighting sighting = seen.sighting();
    Optional<Workload> workload = workload(publication);
    return new NodeJson(
        node.nodeId().toString(),
        seen.ip().orElse(null),
        node.state().name(),
        node.listVersion(),
        status(publication, now).map(DrainStatus::name).orElse(null),
        workload.map(Workload::containers).orElse(null),
        workload.map(waitsFor -> List.copyOf(waitsFor.applications())).orElse(null),
        sighting.running().map(RunningJson::of).orElse(null),
        node.capacity().map(CapacityJson::of).orElse(null),
        sighting.currentCapacity().map(CapacityJson::of).orElse(null),
        node.healthy(),
        node.awaitsRegistration(),
        sighting.lastHeartbeat().map(Instant::toString).orElse(null),
        node.drain().map(drain -> DrainJson.of(drain, now)).orElse(null),
        node.lastDrain().map(LastDrainJson::of).orElse(null));
  }

  record RunningJson(int containers, int applicationMasters) {
    static RunningJson of(RunningContainers running) {
      return new RunningJson(running.containers(), running.applicationMasters());
    }
  }

  /** Empty when the node is not draining, or while nobody knows. */
  static Optional<Workload> workload(NodePublication publication) {
    // Progress may be a moment older than the state.
    return publication
        .node()
        .drain()
        .flatMap(drain -> publication.progress())
        .flatMap(DrainProgress::workload);
  }

  /**
   * Empty when the node is not draining. What nobody has reported yet is not nothing, and a
   * deadline has passed whether the node could say so or not.
   */
  static Optional<DrainStatus> status(NodePublication publication, Instant now) {
    return publication
        .node()
        .drain()
        .map(
            drain ->
                publication
                    .progress()
                    .map(DrainProgress::status)
                    .orElse(DrainStatus.WAIT_CONTAINER)
                    .shownAt(drain, now));
  }
}
