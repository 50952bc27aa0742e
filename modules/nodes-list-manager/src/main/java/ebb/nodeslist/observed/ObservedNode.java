package ebb.nodeslist.observed;

import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.domain.NodeId;
import ebb.node.NodeStateUpdate;
import java.util.Optional;

/**
 * A node as the leader knows it.
 *
 * @param publication the newest that the node has made
 * @param observation at the moment of the question
 * @param ip by which lists may name the node, beside its host; empty if the leader does not say
 * @param pending the newest refresh that is durable and that the node has yet to apply
 */
public record ObservedNode(
    NodeStateUpdate publication,
    NodeObservation observation,
    Optional<String> ip,
    Optional<Long> pending) {
  public NodeId nodeId() {
    return publication.node().nodeId();
  }

  public boolean isDraining() {
    return publication.node().drain().isPresent();
  }

  /** The one that runs, or else the last; empty if there was none. */
  public Optional<Drain> drain() {
    return publication
        .node()
        .drain()
        .or(() -> publication.node().lastDrain().flatMap(LastDrain::drain));
  }
}
