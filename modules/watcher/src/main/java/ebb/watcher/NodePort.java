package ebb.watcher;

/**
 * All that a watcher knows of its node. Called on the watcher's thread, so an implementation sends
 * messages and touches no state. Every call is a hint: the node checks it against its journal.
 */
public interface NodePort {

  /** The drain's deadline has passed; said again at each poll until the watcher is stopped. */
  void deadlineReached(long epoch);

  /** It is time to look at the drain again. */
  void polled(long epoch);
}
