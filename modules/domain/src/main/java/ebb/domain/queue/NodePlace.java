package ebb.domain.queue;

/**
 * Where YARN puts a registered node.
 *
 * @param label its node label, or {@link KeptCapacity#UNLABELLED}
 */
public record NodePlace(String label) {}
