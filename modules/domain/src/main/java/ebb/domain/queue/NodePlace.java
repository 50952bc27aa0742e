package ebb.domain.queue;

/**
 * Where YARN puts a registered node.
 *
 * @param label its node label, or {@link KeptCapacity#UNLABELLED}
 * @param rack in Hadoop's network topology
 */
public record NodePlace(String label, String rack) {}
