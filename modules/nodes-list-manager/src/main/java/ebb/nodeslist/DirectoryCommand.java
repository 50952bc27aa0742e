package ebb.nodeslist;

import akka.Done;
import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
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
        DirectoryMessage {

  /** Answered with {@link Nodes}, from the view: no node is asked. */
  record ListNodes(ActorRef<Nodes> replyTo) implements DirectoryCommand {}

  /** Answered with {@link Node}. */
  record FindNode(NodeId nodeId, ActorRef<Node> replyTo) implements DirectoryCommand {}

  /**
   * All news from now on go to the subscriber too, after all publications that are known. The
   * subscriber acknowledges them to the nodes; the directory does not.
   */
  record Subscribe(ActorRef<News> subscriber) implements DirectoryCommand {}

  /** What subscribers hear, in this order. */
  sealed interface News {}

  /** Another revision, or the very same publication again; not a drain's progress alone. */
  record Changed(NodePublication publication) implements News {}

  /**
   * A plan is durable: the nodes are going to obey these, and to publish what they are then.
   *
   * @param heard to be told when the subscriber has made of it what it can; the orders wait for
   *     that, but not for long
   */
  record Ordered(List<NodeOrder> orders, ActorRef<Done> heard) implements News {}

  /** Of these nodes nothing more is said until they are seen anew. */
  record Forgotten(Set<NodeId> nodes) implements News {}

  /**
   * A publication of a node; sent by nodes.
   *
   * @param publication ignored if older than the one that is known, or of a node that is not
   *     watched
   */
  record Published(NodePublication publication) implements DirectoryCommand {}

  /** Every node of the register that has published to this leader, in the order of the ids. */
  record Nodes(List<SeenNode> nodes) {}

  record Node(Optional<SeenNode> node) {}
}
