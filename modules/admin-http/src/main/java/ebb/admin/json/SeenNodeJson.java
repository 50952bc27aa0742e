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

/** A node as the leader knows it. */
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
                    new NodeJson.RunningJson(running.containers(), running.applicationMasters())));
  }

  /** Empty when the node is not draining, or while nobody knows. */
  public static Optional<Workload> workload(NodeStateUpdate publication) {
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
