package ebb.hadoop.node;

import ebb.hadoop.scheduler.SchedulerNodeEvents;

/**
 * Whether the scheduler and the NodeManager have seen the start of a drain. Guarded by the node's
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
   * A drain begins, or the scheduler gets the node. An allocation may still be under way that saw
   * the node in service. It has ended when the second update from now begins, and its containers
   * are visible then.
   */
  void begin() {
    visibleFrom = scheduler.pulls() + 2;
    heard = false;
  }

  /** A heartbeat arrived. */
  void hear() {
    heard = true;
  }

  /**
   * Whether the NodeManager has reported its containers since then. Without a report, a node does
   * not count as idle.
   */
  boolean isHeard() {
    return heard;
  }

  /** Whether nothing more can be placed unseen on the draining node. */
  boolean isVisible() {
    return !scheduler.isAdded() || scheduler.pulls() >= visibleFrom;
  }
}
