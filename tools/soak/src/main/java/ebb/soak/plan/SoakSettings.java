package ebb.soak.plan;

import java.time.Duration;

/**
 * @param instances one, with its journal in a file, or several, with PostgreSQL
 * @param nodes simulated NodeManagers
 * @param lasts how long orders, faults and actions of the fleet go on
 */
public record SoakSettings(long seed, int instances, int nodes, Duration lasts) {
  public SoakSettings {
    if (instances < 1 || instances > 3 || nodes < 1 || lasts.isNegative()) {
      throw new IllegalArgumentException("Cannot run with " + instances + ", " + nodes);
    }
  }

  /** Whether the journal is a database that can be unavailable. */
  boolean hasDatabase() {
    return instances > 1;
  }
}
