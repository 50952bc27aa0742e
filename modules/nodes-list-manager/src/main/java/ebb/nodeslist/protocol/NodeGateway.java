package ebb.nodeslist.protocol;

import ebb.domain.NodeId;
import ebb.node.NodeCommand;

/** Sends commands to nodes, at most once: a command may be lost, and its sender retries. */
@FunctionalInterface
public interface NodeGateway {
  void tell(NodeId node, NodeCommand command);
}
