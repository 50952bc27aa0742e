package ebb.domain;

/**
 * What a node still ran when its drain ended, as it was last reported.
 *
 * @param containers running, or placed by the scheduler and not reported yet
 * @param applications that ran on the node and had not ended
 */
public record RemainingWork(int containers, int applications) {

  public static RemainingWork of(Workload workload) {
    return new RemainingWork(workload.containers(), workload.applications().size());
  }

  /** For people: 3 containers, 1 application. */
  @Override
  public String toString() {
    return count(containers, "container") + ", " + count(applications, "application");
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
