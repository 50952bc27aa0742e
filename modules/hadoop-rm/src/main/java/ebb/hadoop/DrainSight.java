package ebb.hadoop;

import java.util.Optional;

/**
 * How far the scheduler knows of the beginning and of the end of a drain. Guarded by the node's
 * lock.
 */
final class DrainSight {
  /** How long after a drain the scheduler's last wishes to shrink the node may still be queued. */
  private static final long SHRINK_ECHO_MS = 60_000;

  private final SchedulerSide scheduler;
  private long visibleFrom;
  private boolean heard;
  private Optional<Long> endedAt = Optional.empty();

  DrainSight(SchedulerSide scheduler) {
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

  /**
   * @param now monotonic milliseconds
   */
  void end(long now) {
    endedAt = Optional.of(now);
  }

  /** Whether a wish of the scheduler may still arrive that belongs to a drain that is over. */
  boolean echoes(long now) {
    return endedAt.filter(end -> now - end < SHRINK_ECHO_MS).isPresent();
  }
}
