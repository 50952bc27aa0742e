package ebb.domain;

import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeShutDown;
import java.util.List;
import java.util.Optional;

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

  /** The same events, of which those that end a drain say what still ran. */
  public List<NodeEvent> recordedIn(List<NodeEvent> events) {
    return events.stream().map(this::recordedIn).toList();
  }

  /** For people: 3 containers, 1 application. */
  @Override
  public String toString() {
    return count(containers, "container") + ", " + count(applications, "application");
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private NodeEvent recordedIn(NodeEvent event) {
    if (event instanceof NodeDecommissioned e) {
      return new NodeDecommissioned(e.nodeId(), e.epoch(), e.cause(), Optional.of(this), e.by());
    } else if (event instanceof NodeRecommissioned e) {
      return new NodeRecommissioned(e.nodeId(), e.epoch(), Optional.of(this), e.by());
    } else if (event instanceof NodeLost e) {
      return new NodeLost(e.nodeId(), Optional.of(this), e.by());
    } else if (event instanceof NodeShutDown e) {
      return new NodeShutDown(e.nodeId(), Optional.of(this), e.by());
    }
    return event;
  }
}
