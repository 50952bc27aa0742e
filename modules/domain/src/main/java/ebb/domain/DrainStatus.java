package ebb.domain;

import ebb.domain.work.Workload;
import java.time.Instant;
import java.util.Optional;

/** Sub-status of a draining node, with the names of YARN's DecommissioningNodesWatcher. */
public enum DrainStatus {
  /** The node is not draining. */
  NONE,
  /** Containers are running, or it is not known yet what is running. */
  WAIT_CONTAINER,
  /** No container runs, but an application that ran here may still need the node's output. */
  WAIT_APP,
  /** The deadline has passed while the node waited. */
  TIMEOUT,
  /** Nothing is left to wait for. */
  READY,
  /** The node has been decommissioned. */
  DECOMMISSIONED;

  /**
   * Checks in YARN's order: containers, then nothing left (which takes precedence over a passed
   * deadline), then applications.
   *
   * @param workload empty until a report of the current leader, registration and drain arrives; an
   *     unknown workload is not an empty one
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
   * The status to show for a draining node whose newest published status is this one. A deadline
   * can pass while the node cannot publish that, for example because the journal cannot be written.
   * For views only: the node itself decides with {@link #of}.
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
