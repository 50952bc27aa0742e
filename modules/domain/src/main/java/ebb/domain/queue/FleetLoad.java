package ebb.domain.queue;

/**
 * How much of the fleet drains.
 *
 * @param draining number of hosts of which a node drains or is ordered to
 * @param inService number of hosts of which a node is in service, draining ones included
 */
public record FleetLoad(int draining, int inService) {}
