package ebb.node;

import ebb.domain.NodeId;
import ebb.domain.RejectionCode;

/** What a node answers. Every answer is given after the events that it speaks of are durable. */
public sealed interface NodeReply {

  /** The NodeManager may serve, or go on draining, as the publication says. */
  record Admitted(NodeStateUpdate publication) implements NodeReply {}

  record Refused(NodeId nodeId, RejectionCode code, String reason) implements NodeReply {}

  record Current(NodeStateUpdate publication) implements NodeReply {}

  /**
   * The order to the node is durable, as this operation, and the node has not applied it yet. Said
   * for the node by the leader.
   */
  record Accepted(NodeId nodeId, String operationId) implements NodeReply {}
}
