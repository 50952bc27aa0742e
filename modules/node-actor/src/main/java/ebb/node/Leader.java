package ebb.node;

import akka.actor.typed.ActorRef;

/**
 * The leader of a term, as nodes know it. Whoever tells a node what changes it names the leader,
 * for a node that has just been woken knows none.
 *
 * @param publications where the nodes make themselves known
 */
public record Leader(long term, ActorRef<NodeStateUpdate> publications) {}
