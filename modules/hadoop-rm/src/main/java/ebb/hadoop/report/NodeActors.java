package ebb.hadoop.report;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.nodeslist.protocol.NodeGateway;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sends commands to the persistent actors of all nodes, including those that return an answer. */
public interface NodeActors extends NodeGateway {

  /**
   * Sends the request for another size and returns. The message may get lost.
   *
   * @param onAnswer as in {@link FactSender#resize}
   */
  void resize(
      NodeId nodeId,
      Leader leader,
      Resource wanted,
      Initiator initiator,
      Consumer<Optional<String>> onAnswer);

  /** The stage fails if no answer arrives in time. Always continue it on an executor. */
  CompletionStage<NodeReply> ask(
      NodeId nodeId, Function<ActorRef<NodeReply>, NodeCommand> command, Duration timeout);
}
