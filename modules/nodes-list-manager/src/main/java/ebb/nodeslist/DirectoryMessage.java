package ebb.nodeslist;

import akka.Done;
import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.lists.IdleNode;
import ebb.domain.lists.NodeAddress;
import ebb.node.NodePublication;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the directory hears from its neighbours and its timers. */
sealed interface DirectoryMessage extends DirectoryCommand {

  /**
   * Make these nodes publish to this directory, and keep at it until they do.
   *
   * @param nodes with the addresses by which lists may name them, which may be new ones
   */
  record Watch(Map<NodeId, NodeAddress> nodes) implements DirectoryMessage {}

  /** Attach to these nodes now, whether they have published or not: a draining node may sleep. */
  record Wake(Set<NodeId> nodes) implements DirectoryMessage {}

  /**
   * These nodes and no others may be draining: see to it that they do not sleep, each within the
   * wake interval, and not all at once.
   */
  record KeepAwake(Set<NodeId> nodes) implements DirectoryMessage {}

  /**
   * A plan is durable, and these orders of it will be on their way.
   *
   * @param heard told when those who subscribed know of it
   */
  record Planned(List<NodeOrder> orders, ActorRef<Done> heard) implements DirectoryMessage {}

  /** From now on the fan-out is told what nodes have obeyed, as their publications say it. */
  record TellObeyed(ActorRef<Shows> fanOut) implements DirectoryMessage {}

  /** This view shows that the node has obeyed the order of this version, or a later one. */
  record Shows(NodeId node, long listVersion) {}

  /**
   * A node says that it has obeyed, perhaps without having published so: the fan-out is told once
   * this view shows it, so that nobody who plans afterwards takes the node for what it was.
   */
  record Answered(NodeId node, long listVersion) implements DirectoryMessage {}

  /** The register forgot these nodes. */
  record Forget(Set<NodeId> nodes) implements DirectoryMessage {}

  /** As ListNodes, for those who decide: answered with {@link Known}. */
  record ListKnown(ActorRef<Known> replyTo) implements DirectoryMessage {}

  /** What the nodes have published, in no order and without what heartbeats say. */
  record Known(List<NodePublication> publications) {}

  /** Answered with {@link Idle}, from the view. */
  record ListIdle(ActorRef<Idle> replyTo) implements DirectoryMessage {}

  /** The nodes out of service, each with the time since when this directory sees it so. */
  record Idle(Map<NodeId, IdleNode> nodes) {}

  /** The subscriber has ended. */
  record Unsubscribe(ActorRef<DirectoryCommand.News> subscriber) implements DirectoryMessage {}

  enum Signal implements DirectoryMessage {
    /** Shards move, and a node that moved knows no directory: attach to all again. */
    MEMBERSHIP_CHANGED,
    RETRY,
    /** Attach to the next few of all nodes again, and keep the next few draining ones awake. */
    SWEEP
  }
}
