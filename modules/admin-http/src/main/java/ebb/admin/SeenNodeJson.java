package ebb.admin;

import ebb.domain.DrainStatus;
import ebb.domain.Workload;
import ebb.journal.json.NodeJson;
import ebb.node.DrainProgress;
import ebb.node.NodePublication;
import ebb.nodeslist.SeenNode;
import ebb.nodeslist.Sighting;
import java.time.Instant;
import java.util.Optional;

/** A node as the leader knows it. */
final class SeenNodeJson {
  private SeenNodeJson() {}

  static NodeJson of(SeenNode seen, Instant now) {
    NodePublication publication = seen.publication();
    return NodeJson.of(
        publication.node(),
        seen.ip(),
        status(publication, now),
        workload(publication),
        seen(seen.sighting()),
        now);
  }

  private static NodeJson.Seen seen(Sighting sighting) {
    return new NodeJson.Seen(
        sighting.lastHeartbeat(),
        sighting.currentCapacity(),
        sighting
            .running()
            .map(
                running ->
                    new NodeJson.RunningJson(running.containers(), running.applicationMasters())));
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
