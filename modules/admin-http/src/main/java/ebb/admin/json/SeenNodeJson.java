package ebb.admin.json;

import ebb.domain.DrainStatus;
import ebb.domain.work.Workload;
import ebb.journal.json.NodeJson;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedNode;
import java.time.Instant;
import java.util.Optional;

/** Converts a node, as the leader knows it, to JSON. */
public final class SeenNodeJson {
  private SeenNodeJson() {}

  public static NodeJson of(ObservedNode seen, Instant now) {
    NodeStateUpdate publication = seen.publication();
    return NodeJson.of(
        publication.node(),
        seen.ip(),
        status(publication, now),
        workload(publication),
        seen(seen.observation()),
        now);
  }

  private static NodeJson.Seen seen(NodeObservation observation) {
    return new NodeJson.Seen(
        observation.lastHeartbeat(),
        observation.currentCapacity(),
        observation
            .running()
            .map(
                running ->
                    new NodeJson.RunningJson(running.containers(), running.applicationMasters())),
        observation
            .nodeManager()
            .map(
                info ->
                    new NodeJson.NodeManagerJson(
                        info.version(), info.rack(), info.labels(), info.attributes())));
  }

  /** What a drain waits for; empty when the node is not draining, or while this is not known. */
  public static Optional<Workload> workload(NodeStateUpdate publication) {
    // Progress may be a moment older than the state.
    return publication
        .node()
        .drain()
        .flatMap(drain -> publication.progress())
        .flatMap(DrainProgress::workload);
  }

  /**
   * The status of a drain; empty when the node is not draining. Without a report, the drain is
   * shown as waiting for containers. A passed deadline is shown even if the node could not publish
   * it.
   */
  public static Optional<DrainStatus> status(NodeStateUpdate publication, Instant now) {
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
