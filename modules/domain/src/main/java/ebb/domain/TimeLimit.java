package ebb.domain;

import java.time.Duration;

/**
 * How long a time may be that something waits for. PostgreSQL, sockets and YARN count it in an
 * {@code int} of milliseconds, which ends at 24.8 days; Akka's timers end at 248.
 */
public final class TimeLimit {
  public static final Duration LONGEST = Duration.ofDays(24);

  private TimeLimit() {}

  /**
   * @throws IllegalArgumentException in one line that names the key, if it is longer
   */
  public static void require(String key, Duration time) {
    if (time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "Expected at most " + LONGEST.toDays() + " days in " + key + ", but got " + time);
    }
  }
}
