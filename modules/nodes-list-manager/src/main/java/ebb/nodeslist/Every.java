package ebb.nodeslist;

import java.time.Duration;
import java.time.Instant;

/** What is due again and again. */
final class Every {
  private final Duration period;
  private Instant next;

  /**
   * @param from a period before it is due first
   */
  Every(Duration period, Instant from) {
    this.period = period;
    this.next = from.plus(period);
  }

  /** Whether it is due; if so, it is due again a period later. */
  boolean isDue(Instant now) {
    boolean due = !now.isBefore(next);
    if (due) {
      next = now.plus(period);
    }
    return due;
  }
}
