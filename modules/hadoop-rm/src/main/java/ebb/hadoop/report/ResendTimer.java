package ebb.hadoop.report;

import org.jspecify.annotations.Nullable;

/**
 * Lets a fact pass when it is new, and again while RMNode does not show it: at once when it has
 * ceased to, and then every five seconds.
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

  /** As above, of a fact that nobody has to be told any more once RMNode shows it. */
  public boolean isDue(Object fact, long now) {
    return isDue(fact, false, now);
  }

  /** Whether it is time to look at the fact, if nothing is known to have changed it. */
  boolean isDueAgain(long now) {
    return lastFact == null || now - lastAt >= INTERVAL_MS;
  }

  /** The next fact passes, whatever it is. */
  void reset() {
    lastFact = null;
  }
}
