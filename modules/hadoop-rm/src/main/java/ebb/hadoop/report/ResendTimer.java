package ebb.hadoop.report;

import org.jspecify.annotations.Nullable;

/**
 * Decides when to send a fact: when it is new, at once when RMNode no longer publishes it, and
 * every five seconds until RMNode publishes it.
 */
public final class ResendTimer {
  static final long INTERVAL_MS = 5_000;

  private @Nullable Object lastFact;
  private boolean shown;
  private long lastAt;

  /**
   * @param isShown whether RMNode publishes the fact
   * @param now monotonic milliseconds
   */
  public boolean isDue(Object fact, boolean isShown, long now) {
    boolean isNew = !fact.equals(lastFact);
    boolean due = isNew || (!isShown && (shown || isDueAgain(now)));
    if (due || isShown) {
      lastAt = now;
    }
    lastFact = fact;
    shown = isShown && !isNew;
    return due;
  }

  /** As above, for a fact that the caller no longer sends once RMNode publishes it. */
  public boolean isDue(Object fact, long now) {
    return isDue(fact, false, now);
  }

  /** Whether it is time to check the fact even if no change to it is known. */
  boolean isDueAgain(long now) {
    return lastFact == null || now - lastAt >= INTERVAL_MS;
  }

  /** Makes the next fact due, whatever it is. */
  void reset() {
    lastFact = null;
  }
}
