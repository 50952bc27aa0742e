package ebb.nodeslist.observed;

import ebb.domain.Drain;
import ebb.domain.LastDrain;
import ebb.domain.NodeId;
import ebb.node.NodeStateUpdate;
import java.util.Optional;

/**
 * A node as the leader knows it.
 *
 * @param publication the newest publication of the node
 * @param observation at the time of the query
 * @param ip address by which lists may name the node, besides its host; empty if the leader does
 *     not send it
 * @param pending version of the newest durable refresh that the node has yet to apply
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

  /** The running drain, or else the last one; empty if there was none. */
  public Optional<Drain> drain() {
    return publication
        .node()
        .drain()
        .or(() -> publication.node().lastDrain().flatMap(LastDrain::drain));
  }
}
