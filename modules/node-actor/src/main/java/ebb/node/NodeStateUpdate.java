package ebb.node;

import ebb.domain.NodeLifecycle;
import java.util.Optional;

/**
 * A node's publication of its state to the leader.
 *
 * @param revision grows with each event of the node and survives restarts; a publication that is
 *     older than one already seen must be ignored
 * @param update grows with each change of what the node publishes, including progress; across
 *     restarts of the actor only as far as the clocks of the instances agree
 * @param progress empty when the node is not draining, and when it is shown as draining because of
 *     the leader's order
 */
public record NodeStateUpdate(
    long revision, long update, NodeLifecycle node, Optional<DrainProgress> progress) {}
