package ebb.nodeslist;

import ebb.domain.NodeId;
import ebb.node.NodePublication;

/**
 * A node as the leader knows it.
 *
 * @param publication the newest that the node has made
 * @param sighting at the moment of the question
 */
public record SeenNode(NodePublication publication, Sighting sighting) {
  public NodeId nodeId() {
    return publication.node().nodeId();
  }
}
