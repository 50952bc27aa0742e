package ebb.hadoop.node;

import ebb.hadoop.scheduler.SchedulerNodeEvents;

/**
 * How far the scheduler and the NodeManager know of the beginning of a drain. Guarded by the node's
 * lock.
 */
final class DrainVisibility {
  private final SchedulerNodeEvents scheduler;
  private long visibleFrom;
  private boolean heard;

  DrainVisibility(SchedulerNodeEvents scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * A drain begins, or the scheduler gets the node. An allocation may be under way that saw the
   * node still serving. It is over when the second update from now begins, and what it placed is
   * then seen.
   */
  void begin() {
    visibleFrom = scheduler.pulls() + 2;
    heard = false;
  }

  /** A heartbeat came. */
  void hear() {
    heard = true;
  }

  /** Whether the NodeManager has said since then what it runs: a silent one is not idle. */
  boolean isHeard() {
    return heard;
  }

  /** Whether nothing more can be placed on the draining node without our knowing. */
  boolean isVisible() {
    return !scheduler.isAdded() || scheduler.pulls() >= visibleFrom;
  }
}
