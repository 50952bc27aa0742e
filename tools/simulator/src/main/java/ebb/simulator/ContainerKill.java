package ebb.simulator;

import java.time.Instant;

/**
 * A running container that its node was told to kill, alone, with its application, or with the
 * node.
 *
 * @param node its index in the fleet
 * @param port of the node
 * @param container its id, as YARN writes it
 */
public record ContainerKill(
    int node, int port, String container, Instant started, Instant killed) {}
