package ebb.node;

import ebb.domain.provenance.Peer;
import java.util.Optional;

/**
 * From which life of leader and NodeManager a fact comes; facts of an earlier one are refused.
 *
 * @param leader that the NodeManager talks to
 * @param registration number of the NodeManager's registration within the leader's term; for what
 *     the leader knows by itself of a node that has not registered with it, a number that is higher
 *     than those of all registrations with earlier activations of the leader, and of this one if
 *     the node may have asked for it
 * @param peer the NodeManager that said so; empty for what the leader knows by itself
 */
public record ReportStamp(Leader leader, long registration, Optional<Peer> peer) {}
