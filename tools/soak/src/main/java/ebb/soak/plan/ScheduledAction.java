package ebb.soak.plan;

import java.time.Duration;

/**
 * @param at since the start of the run
 */
public record ScheduledAction(Duration at, Action action) {
  @Override
  public String toString() {
    return "%7.1f s  %s".formatted(at.toMillis() / 1000.0, action);
  }
}
