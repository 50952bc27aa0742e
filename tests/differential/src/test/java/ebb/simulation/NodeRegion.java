package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import ebb.domain.NodeId;
import ebb.hadoop.DirectNodes.Envelope;
import ebb.journal.event.PersistenceIds;
import ebb.node.NodeCommand;
import ebb.node.NodeSettings;
import ebb.node.RMNode;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** Starts a node's actor at its first message, and loses it as at the end of its instance. */
final class NodeRegion {
  private NodeRegion() {}

  sealed interface Command {}

  record Deliver(Envelope message) implements Command {}

  /** The actor's pending write is in the journal afterwards, or never. */
  record Lose(NodeId node) implements Command {}

  static Behavior<Command> create(NodeSettings settings, Clock clock) {
    return Behaviors.setup(
        context -> {
          Map<NodeId, ActorRef<NodeCommand>> alive = new HashMap<>();
          return Behaviors.receiveMessage(
              command -> {
                if (command instanceof Deliver deliver) {
                  NodeId node = deliver.message().node();
                  ActorRef<NodeCommand> actor = alive.get(node);
                  if (actor == null) {
                    actor = context.spawnAnonymous(RMNode.create(node, settings, clock));
                    alive.put(node, actor);
                  }
                  actor.tell(deliver.message().command());
                } else if (command instanceof Lose lose && alive.containsKey(lose.node())) {
                  JournalDisk.INSTANCE.lose(PersistenceIds.ofNode(lose.node()));
                  context.stop(alive.remove(lose.node()));
                }
                return Behaviors.same();
              });
        });
  }
}
