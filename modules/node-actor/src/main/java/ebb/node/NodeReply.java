package ebb.node;

import ebb.domain.NodeId;
import ebb.domain.RejectionCode;

/** A reply of a node. It is sent after the events that it reflects are durable. */
public sealed interface NodeReply {

  record Refused(NodeId nodeId, RejectionCode code, String reason) implements NodeReply {}

  /** The node has carried out the command, or only had to tell its state. */
  record Current(NodeStateUpdate publication) implements NodeReply {}

  /**
   * The order to the node is durable as this operation, but the node has not applied it yet. The
   * leader sends this reply on behalf of the node.
   */
  record Accepted(NodeId nodeId, String operationId) implements NodeReply {}
}
