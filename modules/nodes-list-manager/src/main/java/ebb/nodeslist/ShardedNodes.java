package ebb.nodeslist;

import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import ebb.domain.NodeId;
import ebb.node.NodeCommand;
import ebb.node.RMNode;

/** Reaches nodes wherever their shards are, and starts those that sleep. */
final class ShardedNodes implements NodeGateway {
  private final ClusterSharding sharding;

  ShardedNodes(ActorSystem<?> system) {
    this.sharding = ClusterSharding.get(system);
  }

  @Override
  public void tell(NodeId node, NodeCommand command) {
    RMNode.ref(sharding, node).tell(command);
  }
}
