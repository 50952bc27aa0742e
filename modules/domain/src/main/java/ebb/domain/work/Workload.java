package ebb.domain.work;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a draining node still waits for.
 *
 * @param containers running, or placed by the scheduler and not reported yet
 * @param applications ids of applications that ran on the node and have not ended
 * @param named some of the containers, application masters first; at most {@link #NAMED}
 */
public record Workload(int containers, SortedSet<String> applications, List<BusyContainer> named) {
  /** How many containers are named per draining node: one message contains all nodes. */
  public static final int NAMED = 5;

  /** How many applications a row of the journal names. */
  private static final int APPLICATIONS = 20;

  public static final Workload NOTHING = new Workload(0, Collections.emptySortedSet());

  public Workload {
    if (containers < 0) {
      throw new IllegalArgumentException("Expected no negative count, but got " + containers);
    }
    applications = Collections.unmodifiableSortedSet(new TreeSet<>(applications));
    named = named.stream().limit(NAMED).toList();
  }

  /** The workload for a row of the journal, with a limited number of applications. */
  public Workload inShort() {
    return new Workload(
        containers,
        applications.stream().limit(APPLICATIONS).collect(Collectors.toCollection(TreeSet::new)),
        named);
  }

  /** It is not known which containers these are. */
  public Workload(int containers, SortedSet<String> applications) {
    this(containers, applications, List.of());
  }
}
