package ebb.node;

import akka.actor.typed.ActorRef;

/**
 * The leader of a term, as known to nodes. Every message that changes a node contains the leader,
 * because a node that has just been woken knows none.
 *
 * @param publications receives the nodes' state updates
 */
public record Leader(long term, ActorRef<NodeStateUpdate> publications) {}
