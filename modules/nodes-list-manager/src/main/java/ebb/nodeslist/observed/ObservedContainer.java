package ebb.nodeslist.observed;

import java.time.Instant;
import java.util.Optional;

/**
 * A container that keeps a node busy.
 *
 * @param isMaster whether it is its application's master: where that ends, another attempt begins
 * @param state as Hadoop's scheduler calls it; empty if only the NodeManager has it
 * @param startedAt when it was given to the node; empty as above
 */
public record ObservedContainer(
    String id,
    String applicationId,
    boolean isMaster,
    Optional<String> state,
    Optional<Instant> startedAt) {}
