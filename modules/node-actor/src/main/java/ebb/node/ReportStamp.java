package ebb.node;

import ebb.domain.provenance.Peer;
import java.util.Optional;

/**
 * The life that a fact comes from: a leader's term and a NodeManager's registration. Facts of an
 * earlier life are stale.
 *
 * @param leader the leader that the NodeManager communicates with
 * @param registration number of the NodeManager's registration within the leader's term. For a fact
 *     that the leader determines itself, about a node that has not registered with it, the number
 *     is higher than those of all registrations with earlier activations of the leader, and of this
 *     one if the node may have asked for it
 * @param peer the NodeManager that reported the fact; empty if the leader determined it itself
 */
public record ReportStamp(Leader leader, long registration, Optional<Peer> peer) {}
