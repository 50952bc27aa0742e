package ebb.domain;

import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.Optional;

/** Sub-status of a draining node, with the names of YARN's DecommissioningNodesWatcher. */
public enum DrainStatus {
  /** The node is not draining. */
  NONE,
  /** Containers run, or nobody knows yet what runs. */
  WAIT_CONTAINER,
  /** No container runs, but an application that ran here may still need the node's output. */
  WAIT_APP,
  /** The deadline has passed while the node waited. */
  TIMEOUT,
  /** Nothing to wait for. */
  READY,
  /** The node has been decommissioned. */
  DECOMMISSIONED;

  /**
   * The order of YARN's checks: containers, then nothing left (which beats a passed deadline), then
   * applications.
   *
   * @param workload empty while no report of the current leader, registration and drain has come;
   *     unknown is not empty
   */
  public static DrainStatus of(Drain drain, Optional<Workload> workload, Instant now) {
    DrainStatus waiting =
        workload.isEmpty() || workload.get().containers() > 0 ? WAIT_CONTAINER : WAIT_APP;
    if (workload.filter(Workload.NOTHING::equals).isPresent()) {
      return READY;
    }
    return drain.isOverAt(now) ? TIMEOUT : waiting;
  }

  /**
   * What is shown of a draining node whose newest known status is this one. Deadlines pass also
   * while the node cannot publish that, for example because the journal cannot be written. For
   * views only: the node itself decides by {@link #of}.
   */
  public DrainStatus shownAt(Drain drain, Instant now) {
    return switch (this) {
      case WAIT_CONTAINER, WAIT_APP -> drain.isOverAt(now) ? TIMEOUT : this;
      case NONE, TIMEOUT, READY, DECOMMISSIONED -> this;
    };
  }

  /** YARN's test for "may be decommissioned now". */
  public boolean isReadyForDecommission() {
    return this == READY || this == TIMEOUT;
  }
}
