package ebb.demo.check;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How late drains may end.
 *
 * @param steady the limit while there is no disturbance
 * @param disturbances periods for which a later end is excused
 */
public record Lateness(Duration steady, List<Disturbance> disturbances) {

  public Lateness {
    disturbances = List.copyOf(disturbances);
  }

  /**
   * For example, an instance was lost.
   *
   * @param over from then on no deadline that fell into it may be open
   */
  public record Disturbance(Instant begun, Instant over) {}

  /** The latest allowed end of a drain with this deadline. */
  public Instant latestEnd(Instant deadline) {
    Instant latest = deadline.plus(steady);
    for (Disturbance disturbance : disturbances) {
      // What was due a moment before may still have been in progress.
      boolean hit = !latest.isBefore(disturbance.begun()) && !deadline.isAfter(disturbance.over());
      if (hit && disturbance.over().isAfter(latest)) {
        latest = disturbance.over();
      }
    }
    return latest;
  }
}
