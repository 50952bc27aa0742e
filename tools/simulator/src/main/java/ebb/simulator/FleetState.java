package ebb.simulator;

import java.util.Optional;

/**
 * What the nodes of a fleet are doing.
 *
 * @param registered nodes that are registered and send heartbeats
 * @param idle those of them without a container
 * @param shutDown nodes that were told to shut down, and did
 * @param containers running on all nodes
 * @param lastFailure cause of the last failed call
 */
public record FleetState(
    int nodes,
    int registered,
    int idle,
    int shutDown,
    int containers,
    Optional<String> lastFailure) {}
