package ebb.journal.json;

import ebb.domain.DrainStatus;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.work.Workload;
import ebb.journal.replay.PastNode;
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
 * @param lastHeartbeat UTC, also of one that was answered SHUTDOWN and of an unregistration; null
 *     when the leader has heard none since it leads
 * @param drain null when the node is not draining
 * @param lastDrain that ended; null while none has
 */
public record NodeJson(
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

  /** As the journal tells it: what the leader saw of the node is not in it. */
  public static NodeJson of(PastNode past, Instant at) {
    return of(
        past.node(),
        Optional.of(past.address().ip()),
        past.status(at),
        past.workload(),
        Seen.NOTHING,
        at);
  }

  public static NodeJson of(
      NodeLifecycle node,
      Optional<String> address,
      Optional<DrainStatus> status,
      Optional<Workload> workload,
      Seen seen,
      Instant now) {
    return new NodeJson(
        node.nodeId().toString(),
        address.orElse(null),
        node.state().name(),
        node.listVersion(),
        status.map(DrainStatus::name).orElse(null),
        workload.map(Workload::containers).orElse(null),
        workload.map(waitsFor -> List.copyOf(waitsFor.applications())).orElse(null),
        seen.running().orElse(null),
        node.capacity().map(CapacityJson::of).orElse(null),
        seen.currentCapacity().map(CapacityJson::of).orElse(null),
        node.healthy(),
        node.awaitsRegistration(),
        seen.lastHeartbeat().map(Instant::toString).orElse(null),
        node.drain().map(drain -> DrainJson.of(drain, now)).orElse(null),
        node.lastDrain().map(LastDrainJson::of).orElse(null));
  }

  /** What Hadoop's scheduler has on a node. */
  public record RunningJson(int containers, int applicationMasters) {}

  /** What only the leader sees of a node. */
  public record Seen(
      Optional<Instant> lastHeartbeat,
      Optional<Resource> currentCapacity,
      Optional<RunningJson> running) {
    static final Seen NOTHING = new Seen(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
