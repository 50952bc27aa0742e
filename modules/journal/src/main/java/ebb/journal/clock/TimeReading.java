package ebb.journal.clock;

import java.time.Duration;
import java.time.Instant;

/**
 * One reading of a {@link TimeReference}.
 *
 * @param time the time that was read
 * @param asked the monotonic clock's count before the request
 * @param answered the monotonic clock's count after the answer
 */
record TimeReading(Instant time, long asked, long answered) {

  /** The longest exact reading; its error is at most half of this. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** The count at the time of the reading, with an error of at most half of {@link #took()}. */
  long nanos() {
    return asked + (answered - asked) / 2;
  }

  Duration took() {
    return Duration.ofNanos(answered - asked);
  }

  /** Whether the answer came fast enough to be exact. */
  boolean isExact() {
    return took().compareTo(LONGEST) <= 0;
  }
}
