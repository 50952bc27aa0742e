package ebb.watcher;

import ebb.domain.DrainStatus;
import ebb.domain.Workload;
import java.util.Optional;

/**
 * All that a watcher knows of its node. Called on the watcher's thread, so an implementation sends
 * messages and touches no state. Every call is a hint: the node checks it against its journal.
 */
public interface NodePort {

  /** The drain's deadline has passed; said again at each poll until the watcher is stopped. */
  void deadlineReached(long epoch);

  /** A known workload is empty; said again at each poll until the watcher is stopped. */
  void drained(long epoch);

  /**
   * Status or workload changed; said again at each poll.
   *
   * @param workload empty while nobody has reported it
   */
  void progressed(long epoch, DrainStatus status, Optional<Workload> workload);
}
