package ebb.node;

import ebb.domain.NodeLifecycle;
import java.util.Optional;

/**
 * What a node makes known of itself to the leader.
 *
 * @param revision grows with each event of the node and survives restarts; a publication that is
 *     older than one already seen is to be ignored. Progress may change without a new revision.
 * @param progress empty when the node is not draining
 */
public record NodePublication(
    long revision, NodeLifecycle node, Optional<DrainProgress> progress) {}
