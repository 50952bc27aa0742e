package ebb.hadoop;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import ebb.domain.Initiator;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.RMNode;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Finds the nodes' actors through cluster sharding, on whichever instance they live. */
final class ShardedNodeActors implements NodeActors {
  private final ClusterSharding sharding;
  private final ActorRef<NodeReply> ignoreReplies;

  ShardedNodeActors(ActorSystem<?> system) {
    sharding = ClusterSharding.get(system);
    ignoreReplies = system.ignoreRef();
  }

  @Override
  public void tell(NodeId nodeId, NodeCommand command) {
    entity(nodeId).tell(command);
  }

  @Override
  public void resize(NodeId nodeId, Resource wanted, Initiator initiator) {
    tell(nodeId, new NodeCommand.Resize(wanted, initiator, ignoreReplies));
  }

  @Override
  public CompletionStage<NodeReply> ask(
      NodeId nodeId, Function<ActorRef<NodeReply>, NodeCommand> command, Duration timeout) {
    return entity(nodeId).ask(command::apply, timeout);
  }

  private EntityRef<NodeCommand> entity(NodeId nodeId) {
    return RMNode.ref(sharding, nodeId);
  }
}
