package ebb.domain.work;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a node was still running when its drain ended, as last reported.
 *
 * @param containers running, or placed by the scheduler and not reported yet
 * @param applications that ran on the node and had not ended
 * @param named some of the containers, application masters first; at most {@link Workload#NAMED}
 */
public record RemainingWork(int containers, int applications, List<BusyContainer> named) {
  public RemainingWork {
    named = List.copyOf(named);
  }

  /** It is not known which containers these were. */
  public RemainingWork(int containers, int applications) {
    this(containers, applications, List.of());
  }

  public static RemainingWork of(Workload workload) {
    return new RemainingWork(
        workload.containers(), workload.applications().size(), workload.named());
  }

  /** For people: 3 containers, 1 application. */
  @Override
  public String toString() {
    return count(containers, "container") + ", " + count(applications, "application");
  }

  /** For people: container_1_0001_01_000001 (application master) and 2 more; empty if unknown. */
  public String names() {
    int more = containers - named.size();
    return named.isEmpty()
        ? ""
        : named.stream()
            .map(each -> each.id() + (each.master() ? " (application master)" : ""))
            .collect(Collectors.joining(", ", "", more > 0 ? " and " + more + " more" : ""));
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
