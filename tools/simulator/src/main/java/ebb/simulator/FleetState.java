package ebb.simulator;

import java.util.Optional;

/**
 * What the nodes of a fleet are doing.
 *
 * @param registered how many are registered and beat
 * @param idle how many of these run no container
 * @param shutDown how many were told to shut down, and did
 * @param containers how many containers run on all of them
 * @param lastFailure why the last call that failed did so
 */
public record FleetState(
    int nodes,
    int registered,
    int idle,
    int shutDown,
    int containers,
    Optional<String> lastFailure) {}
