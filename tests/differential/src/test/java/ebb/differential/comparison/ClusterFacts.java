package ebb.differential.comparison;

import ebb.differential.script.Lists;
import ebb.differential.script.Observation;
import ebb.differential.script.Script;
import ebb.differential.script.Step;
import java.util.OptionalInt;

/** What the script and the clock imply for the whole cluster after a step. */
public final class ClusterFacts {
  private Lists written;
  private Lists inForce;
  private long now;

  public ClusterFacts(Script script) {
    written = script.first();
    inForce = written;
  }

  public void follow(Step step, Observation ebb) {
    now = Long.parseLong(ebb.cluster().get("now"));
    if (step instanceof Step.Write write) {
      written = write.lists();
    } else if (step instanceof Step.Refresh refresh
        && refresh.type() != Step.Refresh.Type.FORCEFUL
        && "accepted".equals(ebb.cluster().get("refresh"))) {
      inForce = written;
    }
  }

  public long now() {
    return now;
  }

  public Lists written() {
    return written;
  }

  /** The timeout next to a node's IP in the exclude list. */
  public OptionalInt timeoutNextToIp(String node) {
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
