package ebb.demo;

import ebb.demo.cluster.ContainerProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * The role of each host. The one with the application master is recommissioned: without it the job
 * would have to start over.
 *
 * @param natural drains to its natural end
 * @param timesOut reaches its timeout
 * @param recommissioned is recommissioned while it drains
 */
record Roles(String natural, String timesOut, String recommissioned) {

  /**
   * Gives each of three hosts its role.
   *
   * @param containers all that run, including an application master
   * @throws IllegalArgumentException if there are not three hosts or there is no application master
   */
  static Roles of(List<String> hosts, List<ContainerProcess> containers) {
    String master =
        containers.stream()
            .filter(ContainerProcess::isApplicationMaster)
            .map(ContainerProcess::host)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("No application master runs"));
    var others = new ArrayList<>(hosts);
    if (hosts.size() != 3 || !others.remove(master)) {
      throw new IllegalArgumentException(
          "Expected three hosts, " + master + " among them, but got " + hosts);
    }
    return new Roles(others.get(0), others.get(1), master);
  }
}
