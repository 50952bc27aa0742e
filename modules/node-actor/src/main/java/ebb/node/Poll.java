package ebb.node;

/**
 * The drain's deadline has passed, or a poll is due. This is a hint: the node checks itself. Only
 * the node's watcher sends it, and it never leaves the instance.
 */
record Poll(long epoch) implements NodeCommand {}
