package ebb.node;

/** A message from a node's watcher. Only the watcher sends it, and it never leaves the instance. */
sealed interface NodeSignal extends NodeCommand {

  /** The drain's deadline has passed, or a poll is due. This is a hint: the node checks itself. */
  record Poll(long epoch) implements NodeSignal {}
}
