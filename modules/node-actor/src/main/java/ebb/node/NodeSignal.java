package ebb.node;

/** What a node's watcher says to it; nobody else can, and it never leaves the instance. */
sealed interface NodeSignal extends NodeCommand {

  /** The drain's deadline has passed, or a poll is due. A hint: the node looks for itself. */
  record Look(long epoch) implements NodeSignal {}
}
