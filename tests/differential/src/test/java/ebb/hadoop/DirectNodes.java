package ebb.hadoop;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.hadoop.report.NodeActors;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeSettings;
import ebb.node.RMNode;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Node actors without a cluster: one parent starts each when it gets a message. */
public final class DirectNodes implements NodeActors {

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

  /** A message to one node. */
  public record Envelope(NodeId node, NodeCommand command) {}

  private final ActorSystem<?> system;
  private final ActorRef<Envelope> parent;

  public DirectNodes(ActorSystem<?> system, ActorRef<Envelope> parent) {
    this.system = system;
    this.parent = parent;
  }

  public static Behavior<Envelope> parent(NodeSettings settings, Clock clock) {
    return Behaviors.setup(
        context -> {
          Map<NodeId, ActorRef<NodeCommand>> children = new HashMap<>();
          return Behaviors.receiveMessage(
              envelope -> {
                children
                    .computeIfAbsent(
                        envelope.node(),
                        id ->
                            context.spawn(
                                RMNode.create(id, settings, clock), id.host() + "-" + id.port()))
                    .tell(envelope.command());
                return Behaviors.same();
              });
        });
  }

  @Override
  public void tell(NodeId node, NodeCommand command) {
    parent.tell(new Envelope(node, command));
  }

  @Override
  public void resize(
      NodeId node,
      Leader leader,
      Resource wanted,
      Initiator initiator,
      Consumer<Optional<String>> onAnswer) {
    CompletionStage<NodeReply> answer =
        ask(
            node,
            replyTo -> new NodeCommand.Resize(leader, wanted, initiator, replyTo),
            ANSWER_LIMIT);
    answer.thenAcceptAsync(
        reply ->
            onAnswer.accept(
                reply instanceof NodeReply.Refused refused
                    ? Optional.of(refused.reason())
                    : Optional.empty()),
        system.executionContext());
  }

  @Override
  public CompletionStage<NodeReply> ask(
      NodeId node, Function<ActorRef<NodeReply>, NodeCommand> command, Duration timeout) {
    return AskPattern.ask(
        parent, replyTo -> new Envelope(node, command.apply(replyTo)), timeout, system.scheduler());
  }
}
