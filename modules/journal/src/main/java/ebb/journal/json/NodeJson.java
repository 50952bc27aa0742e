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
 * @param address the address by which lists may also name the node, besides its host; null while
 *     the leader does not know it
 * @param state one of YARN's eight node states
 * @param listVersion the newest refresh that the node has applied
 * @param status what a draining node waits for; null when it is not draining
 * @param containers number of containers that a draining node waits for; null when it is not
 *     draining, or while the number is unknown
 * @param applications ids of the applications that a draining node waits for; null as above
 * @param running what Hadoop's scheduler runs on the node, draining or not; null when the node is
 *     not in service, or while the leader does not know it yet
 * @param capacity the original capacity, which a drain does not reduce; null before the first
 *     registration
 * @param currentCapacity the capacity that Hadoop's scheduler uses now; null when the node is not
 *     in service, or while the leader does not know it yet
 * @param awaitsRegistration whether a DECOMMISSIONED node serves again once its NodeManager
 *     registers
 * @param lastHeartbeat UTC, including a heartbeat that was answered with SHUTDOWN, and an
 *     unregistration; null if the leader has received none in its term
 * @param nodeManager null until the NodeManager has registered with this leader
 * @param drain null when the node is not draining
 * @param progress how the running drain has spent its time, as recorded last; null when the node is
 *     not draining, and before the first record
 * @param lastDrain the last drain that ended; null while none has ended
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
    @Nullable NodeManagerJson nodeManager,
    @Nullable DrainJson drain,
    @Nullable DrainProgressJson progress,
    @Nullable LastDrainJson lastDrain) {

  /** A node according to the journal, without what only the leader observes. */
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
        seen.nodeManager().orElse(null),
        node.drain().map(drain -> DrainJson.of(drain, now)).orElse(null),
        node.progress().map(DrainProgressJson::of).orElse(null),
        node.lastDrain().map(LastDrainJson::of).orElse(null));
  }

  /** What Hadoop's scheduler runs on a node. */
  public record RunningJson(int containers, int applicationMasters) {}

  /**
   * A registered NodeManager.
   *
   * @param labels empty for YARN's default partition
   * @param attributes as {@code prefix/name=value}
   */
  public record NodeManagerJson(
      String version, String rack, List<String> labels, List<String> attributes) {}

  /** What only the leader observes about a node. */
  public record Seen(
      Optional<Instant> lastHeartbeat,
      Optional<Resource> currentCapacity,
      Optional<RunningJson> running,
      Optional<NodeManagerJson> nodeManager) {
    static final Seen NOTHING =
        new Seen(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
