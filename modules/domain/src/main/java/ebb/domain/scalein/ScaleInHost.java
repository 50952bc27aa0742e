package ebb.domain.scalein;

import ebb.domain.Resource;
import java.util.Optional;

/**
 * A host in service that may leave.
 *
 * @param nodes number of its nodes in service
 * @param size total size of these nodes
 * @param work what runs there; empty if the leader does not know that of each node
 */
public record ScaleInHost(String host, int nodes, Resource size, Optional<Work> work) {

  /**
   * @param containers including application masters
   */
  public record Work(int containers, int applicationMasters) {}

  /** What its drain would cost: why it comes before or after others. */
  public String why() {
    if (work.isEmpty()) {
      return "what runs there is not known yet";
    }
    int containers = work.get().containers();
    int masters = work.get().applicationMasters();
    if (containers == 0) {
      return "idle";
    }
    return (masters == 0 ? "no application master" : count(masters, "application master"))
        + ", "
        + count(containers, "container");
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
