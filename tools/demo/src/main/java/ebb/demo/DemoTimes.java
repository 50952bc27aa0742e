package ebb.demo;

import java.time.Duration;

/**
 * Durations of the scenario, adapted to this machine. The ResourceManager is killed and started
 * again before the first deadline, and the map tasks outlive that deadline, so both depend on how
 * long a start takes.
 *
 * @param hostTimeout of the host that reaches it
 * @param mapTime of each map task
 */
record DemoTimes(Duration hostTimeout, Duration mapTime) {
  private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(150);

  /** From a kill until all nodes have registered with another leader. */
  private static final Duration LOSS = Duration.ofSeconds(40);

  /**
   * @param start how long the cluster took to start all its processes at once
   */
  static DemoTimes after(Duration start) {
    // A ResourceManager alone starts in half of that time; the rest is for rmadmin and the
    // NodeManagers.
    Duration timeout = start.dividedBy(2).plusSeconds(20);
    timeout = timeout.compareTo(SHORTEST_TIMEOUT) < 0 ? SHORTEST_TIMEOUT : timeout;
    timeout = timeout.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : timeout;
    timeout = Duration.ofSeconds(timeout.toSeconds());
    // The map tasks have begun some seconds before the drains.
    return new DemoTimes(timeout, timeout.plusSeconds(20));
  }

  /**
   * For a cluster that loses two instances before the deadline, one after the other.
   *
   * @param start how long the cluster took to start; a single instance takes no longer
   */
  static DemoTimes afterTwoLosses(Duration start) {
    DemoTimes none = after(start);
    Duration losses = start.plus(LOSS).multipliedBy(2);
    return new DemoTimes(none.hostTimeout.plus(losses), none.mapTime.plus(losses));
  }
}
