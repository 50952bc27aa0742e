package ebb.domain;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a draining node still waits for.
 *
 * @param containers running, or placed by the scheduler and not reported yet
 * @param applications ids of applications that ran on the node and have not ended
 */
public record Workload(int containers, SortedSet<String> applications) {
  public static final Workload NOTHING = new Workload(0, Collections.emptySortedSet());

  public Workload {
    if (containers < 0) {
      throw new IllegalArgumentException("Expected no negative count, but got " + containers);
    }
    applications = Collections.unmodifiableSortedSet(new TreeSet<>(applications));
  }
}
