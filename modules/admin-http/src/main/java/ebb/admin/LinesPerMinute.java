package ebb.admin;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How many lines of the log people without rights may bring about: without a bound they roll over
 * the log until nothing else is in it. May be used by any thread.
 */
final class LinesPerMinute {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final int most;
  private final LongSupplier nanoTime;
  private long begin;
  private long asked;

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  LinesPerMinute(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    begin = nanoTime.getAsLong();
  }

  /**
   * Whether one more may be written.
   *
   * @param leftOut is told, before the first line of a minute, of how many lines it was not so
   */
  synchronized boolean next(LongConsumer leftOut) {
    long now = nanoTime.getAsLong();
    if (now - begin >= MINUTE.toNanos()) {
      if (asked > most) {
        leftOut.accept(asked - most);
      }
      begin = now;
      asked = 0;
    }
    asked++;
    return asked <= most;
  }
}
