package ebb.node;

import ebb.domain.NodeLifecycle;
import java.util.Optional;

/**
 * What a node makes known of itself to the leader.
 *
 * @param revision grows with each event of the node and survives restarts; a publication that is
 *     older than one already seen is to be ignored
 * @param update grows with each change of what the node makes known, of progress too; from one life
 *     of the actor to the next only as far as the clocks of their instances agree
 * @param progress empty when the node is not draining, and when it is shown to drain because the
 *     leader has told it to
 */
public record NodeStateUpdate(
    long revision, long update, NodeLifecycle node, Optional<DrainProgress> progress) {}
