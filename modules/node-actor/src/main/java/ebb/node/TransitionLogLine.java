package ebb.node;

import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeCapacityChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.provenance.Peer;
import ebb.domain.text.VisibleText;

/**
 * The log line for one event of a node: from, to, and why. It is in ASCII: a draining fleet writes
 * ten thousand such lines, and one wider character makes each line twice as long on its way to the
 * file.
 */
record TransitionLogLine(NodeLifecycle from, NodeLifecycle to, NodeEvent event) {

  @Override
  public String toString() {
    return "nodeId="
        + to.nodeId()
        + " epoch="
        + to.lastEpoch()
        + " "
        + from.state()
        + " -> "
        + to.state()
        + " event="
        + event.getClass().getSimpleName()
        + detail()
        + " actor="
        + event.by().actor()
        + " origin="
        + event.by().origin()
        + event.by().peer().map(TransitionLogLine::sender).orElse("")
        + " operation="
        + event.by().operationId().orElse("none")
        + " listVersion="
        + event.by().listVersion();
  }

  private String detail() {
    if (event instanceof DecommissioningStarted started) {
      return " startedAt="
          + started.startedAt()
          + " timeout="
          + started.timeout()
          + " timeoutSource="
          + started.timeoutSource();
    } else if (event instanceof DecommissioningTimeoutChanged changed) {
      return " timeout=" + changed.timeout() + " timeoutSource=" + changed.timeoutSource();
    } else if (event instanceof NodeDecommissioned ended) {
      return " cause=" + ended.cause();
    } else if (event instanceof NodeHealthChanged changed) {
      return " healthy=" + changed.healthy() + " report='" + inOneLine(changed.report()) + "'";
    } else if (event instanceof NodeRegistered registered) {
      return size(registered.capacity());
    } else if (event instanceof NodeCapacityChanged changed) {
      return size(changed.capacity());
    }
    return "";
  }

  private static String sender(Peer peer) {
    return " from=" + peer.address() + " user=" + inOneLine(peer.user()) + " auth=" + peer.method();
  }

  private static String size(Resource resource) {
    return " memoryMb=" + resource.memoryMb() + " vcores=" + resource.vcores();
  }

  /** A health script may print anything. */
  private static String inOneLine(String report) {
    return VisibleText.of(report.replaceAll("\\s+", " "));
  }
}
