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
   * A drain begins. What the NodeManager said before was said of a node that could get more, and a
   * NodeManager that says nothing any more has not said that it is idle.
   */
  void startDrain() {
    heard = false;
    follow();
  }

  /** The NodeManager says what it runs, in a heartbeat or a registration. */
  void heard() {
    heard = true;
  }

  /**
   * The scheduler gets the node, or news of it. An allocation may be under way that saw the
   * node still serving. It is over when the second update from now begins, and what it placed is
   * then seen.
   */
  void follow() {
    visibleFrom = scheduler.pulls() + 2;
  }

  /** Whether it is known what the draining node still runs. */
  boolean isKnown() {
    return heard && isFollowed();
  }

  /** Whether nothing more can be placed on the draining node without our knowing. */
  boolean isFollowed() {
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
