package ebb.domain;

import java.time.Duration;

/**
 * The longest time that anything may be configured to wait. PostgreSQL, sockets and YARN count it
 * in an {@code int} of milliseconds, which ends at 24.8 days. Akka's timers end at 248 days.
 */
public final class TimeLimit {
  public static final Duration LONGEST = Duration.ofDays(24);

  private TimeLimit() {}

  /**
   * @throws IllegalArgumentException with a one-line message that names the key, if the time is
   *     longer than {@link #LONGEST}
   */
  public static void require(String key, Duration time) {
    if (time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "Expected at most " + LONGEST.toDays() + " days in " + key + ", but got " + time);
    }
  }
}
