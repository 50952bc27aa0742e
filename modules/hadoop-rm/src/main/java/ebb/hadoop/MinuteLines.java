package ebb.hadoop;

import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * One line a minute in the log about what anybody can cause as often as he likes: the first at
 * once, and then how many there were meanwhile. For any thread.
 */
final class MinuteLines {
  private static final long MINUTE = 60_000;

  private final Logger log;
  private final LongSupplier clock;
  private long last;
  private long untold;
  private boolean begun;

  /**
   * @param clock monotonic, in milliseconds
   */
  MinuteLines(Logger log, LongSupplier clock) {
    this.log = log;
    this.clock = clock;
  }

  /**
   * @param what a sentence with the address in it
   */
  synchronized void warn(String what) {
    long now = clock.getAsLong();
    if (begun && now - last < MINUTE) {
      untold++;
      return;
    }
    if (untold > 0) {
      log.warn("{} ({} more like it in the last minutes)", what, untold);
    } else {
      log.warn("{}", what);
    }
    begun = true;
    last = now;
    untold = 0;
  }
}
