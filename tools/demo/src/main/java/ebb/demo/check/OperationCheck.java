package ebb.demo.check;

import static java.util.stream.Collectors.groupingBy;

import ebb.demo.check.Breach.Promise;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.NodeCapacityChanged;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks that what was acknowledged was done, and that nothing was done twice. */
final class OperationCheck {
  private final List<RefreshAccepted> refreshes;
  private final List<NodeEvent> nodes;
  private final List<Breach> breaches = new ArrayList<>();

  OperationCheck(List<RefreshAccepted> refreshes, List<NodeEvent> nodes) {
    this.refreshes = refreshes;
    this.nodes = nodes;
  }

  List<Breach> breaches(List<Acknowledged.Refresh> acknowledged) {
    acknowledged.forEach(this::checkDone);
    refreshes.stream()
        .filter(refresh -> refresh.key().isPresent())
        .collect(groupingBy(refresh -> refresh.key().orElseThrow()))
        .forEach((key, all) -> requireOne("the request with key " + key, all));
    refreshes.stream().collect(groupingBy(RefreshAccepted::operationId)).forEach(this::requireOne);
    checkStarts();
    return breaches;
  }

  private void checkDone(Acknowledged.Refresh acknowledged) {
    Optional<RefreshAccepted> accepted =
        refreshes.stream()
            .filter(refresh -> refresh.operationId().equals(acknowledged.operationId()))
            .findFirst();
    if (accepted.isEmpty()) {
      breach(acknowledged.operationId(), "was acknowledged and is not in the journal");
      return;
    }
    for (NodeDecision decision : accepted.get().decisions()) {
      if (!applied(decision.nodeId(), accepted.get().listVersion())) {
        breach(acknowledged.operationId(), decision.nodeId() + " has not applied it");
      }
    }
  }

  /** The node must have written an event. The leader's confirmation of the order is not enough. */
  private boolean applied(NodeId node, long listVersion) {
    return nodes.stream()
        .filter(event -> event.nodeId().equals(node) && mayApply(event))
        .anyMatch(event -> event.by().listVersion() >= listVersion);
  }

  /**
   * All other events are written by a node that has applied the newest refresh it knows. These two
   * may be written before that.
   */
  private static boolean mayApply(NodeEvent event) {
    return !(event instanceof NodeHealthChanged) && !(event instanceof NodeCapacityChanged);
  }

  private void requireOne(String what, List<RefreshAccepted> all) {
    if (all.size() > 1) {
      breach(what, "was accepted " + all.size() + " times");
    }
  }

  private void checkStarts() {
    nodes.stream()
        .filter(DecommissioningStarted.class::isInstance)
        .filter(start -> start.by().operationId().isPresent())
        .collect(groupingBy(start -> Map.entry(start.nodeId(), start.by().operationId())))
        .forEach(
            (key, starts) -> {
              if (starts.size() > 1) {
                breach(
                    key.getValue().orElseThrow(),
                    "began " + starts.size() + " drains of " + key.getKey());
              }
            });
  }

  private void breach(String subject, String words) {
    breaches.add(new Breach(Promise.DONE_ONCE, subject, words));
  }
}
