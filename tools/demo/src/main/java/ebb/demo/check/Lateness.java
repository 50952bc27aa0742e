package ebb.demo.check;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * By when a drain must have ended.
 *
 * @param steady how late the end may be while nothing is the matter
 * @param disturbances when something was
 */
public record Lateness(Duration steady, List<Disturbance> disturbances) {

  public Lateness {
    disturbances = List.copyOf(disturbances);
  }

  /**
   * An instance was lost, say.
   *
   * @param over from when on no deadline may be open that fell into it
   */
  public record Disturbance(Instant begun, Instant over) {}

  /** The last instant at which a drain may end whose deadline is this. */
  public Instant latestEnd(Instant deadline) {
    Instant latest = deadline.plus(steady);
    for (Disturbance disturbance : disturbances) {
      // What was due a moment before may have been on its way.
      boolean hit = !latest.isBefore(disturbance.begun()) && !deadline.isAfter(disturbance.over());
      if (hit && disturbance.over().isAfter(latest)) {
        latest = disturbance.over();
      }
    }
    return latest;
  }
}
