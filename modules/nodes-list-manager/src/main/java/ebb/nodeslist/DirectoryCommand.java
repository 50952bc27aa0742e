package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.node.NodePublication;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be said to the leader's view of the nodes. */
public sealed interface DirectoryCommand extends LeaderCommand
    permits DirectoryCommand.ListNodes,
        DirectoryCommand.FindNode,
        DirectoryCommand.Subscribe,
        DirectoryCommand.Published,
        DirectoryCommand.Watch,
        DirectoryMessage {

  /** Answered with {@link Nodes}, from the view: no node is asked. */
  record ListNodes(ActorRef<Nodes> replyTo) implements DirectoryCommand {}

  /** Answered with {@link Node}. */
  record FindNode(NodeId nodeId, ActorRef<Node> replyTo) implements DirectoryCommand {}

  /**
   * Every publication from now on goes to the subscriber too, after all that are known. The
   * subscriber acknowledges them to the nodes; the directory does not.
   */
  record Subscribe(ActorRef<NodePublication> subscriber) implements DirectoryCommand {}

  /**
   * A publication of a node; sent by nodes.
   *
   * @param publication ignored if older than the one that is known
   */
  record Published(NodePublication publication) implements DirectoryCommand {}

  /** Make these nodes publish to this directory, and keep at it until they do. */
  record Watch(Set<NodeId> nodes) implements DirectoryCommand {}

  /** The newest publication of every node of the register that has published to this leader. */
  record Nodes(List<NodePublication> nodes) {}

  record Node(Optional<NodePublication> node) {}
}
