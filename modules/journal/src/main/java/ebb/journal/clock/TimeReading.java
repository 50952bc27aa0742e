package ebb.journal.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * One answer of a {@link TimeReference}.
 *
 * @param time what it said
 * @param asked the monotonic clock's count when it was asked
 * @param answered that count when it had answered
 */
record TimeReading(Instant time, long asked, long answered) {

  /** The error is at most half of this. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** The count at which it was this time, with an error of at most half of {@link #took()}. */
  long nanos() {
    return asked + (answered - asked) / 2;
  }

  Duration took() {
    return Duration.ofNanos(answered - asked);
  }

  /** Whether the answer came in time to be of use. */
  boolean isExact() {
    return took().compareTo(LONGEST) <= 0;
  }
}
