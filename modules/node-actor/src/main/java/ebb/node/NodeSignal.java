package ebb.node;

/** What a node's watcher says to it; nobody else can, and it never leaves the instance. */
sealed interface NodeSignal extends NodeCommand {

  record DeadlineReached(long epoch) implements NodeSignal {}

  record Polled(long epoch) implements NodeSignal {}
}
