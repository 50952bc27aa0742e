package ebb.domain.work;

/**
 * A container that keeps a draining node busy.
 *
 * @param master whether an application master runs in it, as far as Hadoop's scheduler knows
 */
public record BusyContainer(String id, boolean master) {}
