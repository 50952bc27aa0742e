package ebb.differential;

import java.util.OptionalInt;

/** What the script and the clock imply for the whole cluster after a step. */
final class ClusterFacts {
  private Lists written;
  private Lists inForce;
  private long now;

  ClusterFacts(Script script) {
    written = script.first();
    inForce = written;
  }

  void follow(Step step, Observation ebb) {
    now = Long.parseLong(ebb.cluster().get("now"));
    if (step instanceof Step.Write write) {
      written = write.lists();
    } else if (step instanceof Step.Refresh refresh
        && refresh.type() != Step.Refresh.Type.FORCEFUL
        && "accepted".equals(ebb.cluster().get("refresh"))) {
      inForce = written;
    }
  }

  long now() {
    return now;
  }

  Lists written() {
    return written;
  }

  /** The timeout next to a node's IP in the exclude list. */
  OptionalInt timeoutNextToIp(String node) {
    String ip = Script.ipOf(hostOf(node));
    OptionalInt found = OptionalInt.empty();
    for (Lists.Entry entry : inForce.exclude().entries()) {
      if (entry.host().equals(ip)) {
        found = entry.timeout();
      }
    }
    return found;
  }

  static String hostOf(String node) {
    return node.substring(0, node.lastIndexOf(':'));
  }
}
