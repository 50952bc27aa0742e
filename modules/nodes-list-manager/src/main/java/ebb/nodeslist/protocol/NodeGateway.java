package ebb.nodeslist.protocol;

import ebb.domain.NodeId;
import ebb.node.NodeCommand;

/** The way to the nodes. At most once: a command may be lost, its sender repeats it. */
@FunctionalInterface
public interface NodeGateway {
  void tell(NodeId node, NodeCommand command);
}
