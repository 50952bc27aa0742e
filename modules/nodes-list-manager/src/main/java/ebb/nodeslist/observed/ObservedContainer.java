package ebb.nodeslist.observed;

import java.time.Instant;
import java.util.Optional;

/**
 * A container that keeps a node busy.
 *
 * @param isMaster whether it runs the application master: when that ends, another attempt begins
 * @param state its state in Hadoop's scheduler; empty if only the NodeManager has the container
 * @param startedAt when the scheduler allocated it; empty as above, and if that is unknown after a
 *     recovery
 */
public record ObservedContainer(
    String id,
    String applicationId,
    boolean isMaster,
    Optional<String> state,
    Optional<Instant> startedAt) {}
