package ebb.hadoop.report;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeSharding;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the nodes' actors on any instance, through cluster sharding. */
public final class ShardedNodeActors implements NodeActors {
  private static final Logger LOG = LoggerFactory.getLogger(ShardedNodeActors.class);
  private static final Duration RESIZE_TIMEOUT = Duration.ofSeconds(5);

  private final ClusterSharding sharding;
  private final Executor executor;

  public ShardedNodeActors(ActorSystem<?> system) {
    sharding = ClusterSharding.get(system);
    executor = system.executionContext();
  }

  @Override
  public void tell(NodeId nodeId, NodeCommand command) {
    entity(nodeId).tell(command);
  }

  @Override
  public void resize(
      NodeId nodeId,
      Leader leader,
      Resource wanted,
      Initiator initiator,
      Consumer<Optional<String>> onAnswer) {
    CompletionStage<NodeReply> answer =
        ask(
            nodeId,
            replyTo -> new NodeCommand.Resize(leader, wanted, initiator, replyTo),
            RESIZE_TIMEOUT);
    answer.whenCompleteAsync(
        (reply, failure) -> {
          if (failure != null) {
            LOG.debug("{} did not answer to its new size, and will be told again", nodeId);
          } else if (reply instanceof NodeReply.Refused refused) {
            onAnswer.accept(Optional.of(refused.reason()));
          } else {
            onAnswer.accept(Optional.empty());
          }
        },
        executor);
  }

  @Override
  public CompletionStage<NodeReply> ask(
      NodeId nodeId, Function<ActorRef<NodeReply>, NodeCommand> command, Duration timeout) {
    return entity(nodeId).ask(command::apply, timeout);
  }

  private EntityRef<NodeCommand> entity(NodeId nodeId) {
    return NodeSharding.ref(sharding, nodeId);
  }
}
