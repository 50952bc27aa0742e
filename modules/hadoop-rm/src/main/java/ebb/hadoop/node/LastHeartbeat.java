package ebb.hadoop.node;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.yarn.util.Clock;

/**
 * The time of a NodeManager's last heartbeat or unregistration. Soft state; may be used by any
 * thread.
 */
final class LastHeartbeat {
  private static final long JUST_NOW_MILLIS = 1_000;
  private static final long NEVER = Long.MIN_VALUE;

  private final Clock clock;
  private volatile long at = NEVER;

  /**
   * @param clock monotonic, in milliseconds
   */
  LastHeartbeat(Clock clock) {
    this.clock = clock;
  }

  void heard() {
    at = clock.getTime();
  }

  /** The time since then; empty before the first heartbeat. */
  Optional<Duration> age() {
    long last = at;
    return last == NEVER
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(clock.getTime() - last));
  }

  boolean isJustNow() {
    long last = at;
    return last != NEVER && clock.getTime() - last < JUST_NOW_MILLIS;
  }
}
