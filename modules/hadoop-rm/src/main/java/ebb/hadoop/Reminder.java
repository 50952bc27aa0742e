package ebb.hadoop;

import org.jspecify.annotations.Nullable;

/** Lets a fact pass when it is new, and again every five seconds while it stays the same. */
final class Reminder {
  static final long INTERVAL_MS = 5_000;

  private @Nullable Object lastFact;
  private long lastAt;

  /**
   * @param now monotonic milliseconds
   */
  boolean isDue(Object fact, long now) {
    boolean due = isDueAgain(now) || !fact.equals(lastFact);
    if (due) {
      lastFact = fact;
      lastAt = now;
    }
    return due;
  }

  /** Whether whatever fact passes now. */
  boolean isDueAgain(long now) {
    return lastFact == null || now - lastAt >= INTERVAL_MS;
  }

  /** The next fact passes, whatever it is. */
  void reset() {
    lastFact = null;
  }
}
