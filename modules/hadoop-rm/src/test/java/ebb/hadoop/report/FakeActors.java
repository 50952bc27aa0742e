package ebb.hadoop.report;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Records what nodes are told. */
public class FakeActors implements NodeActors {
  public record Told(NodeId nodeId, NodeCommand command) {}

  public final List<Told> told = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void tell(NodeId nodeId, NodeCommand command) {
    told.add(new Told(nodeId, command));
  }

  @Override
  public void resize(
      NodeId nodeId,
      Leader leader,
      Resource wanted,
      Initiator initiator,
      Consumer<Optional<String>> onAnswer) {}

  @Override
  public CompletionStage<NodeReply> ask(
      NodeId nodeId, Function<ActorRef<NodeReply>, NodeCommand> command, Duration timeout) {
    throw new UnsupportedOperationException();
  }

  public <C extends NodeCommand> List<C> told(Class<C> type) {
    return List.copyOf(told).stream()
        .map(Told::command)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }
}
