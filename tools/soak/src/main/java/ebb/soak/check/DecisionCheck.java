package ebb.soak.check;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.journal.event.JournaledEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Checks that each node did what operations decided, in their order, and nothing of that kind
 * without one. Together with the order of operations that {@link OrderCheck} checks, this shows
 * that the timeout in force is the last one acknowledged.
 */
final class DecisionCheck {
  private final Map<String, RefreshAccepted> operations = new HashMap<>();

  /** The last operation that each node has applied. */
  private final Map<NodeId, Long> applied = new HashMap<>();

  private final List<Breach> breaches = new ArrayList<>();

  private DecisionCheck() {}

  static List<Breach> breaches(List<JournaledEvent> journal, Lives lives) {
    DecisionCheck check = new DecisionCheck();
    for (RefreshAccepted each : JournaledEvent.ofKind(RefreshAccepted.class, journal)) {
      check.operations.put(each.operationId(), each);
      each.decisions().forEach(decision -> check.requireDone(each.listVersion(), decision, lives));
    }
    JournaledEvent.ofKind(NodeEvent.class, journal).forEach(check::take);
    return check.breaches;
  }

  /** A node that has applied this operation, and no newer one, must be as it decided. */
  private void requireDone(long version, NodeDecision decision, Lives lives) {
    lives.of(decision.nodeId()).stream()
        .map(Lives.Span::node)
        .filter(node -> node.listVersion() >= version)
        .findFirst()
        .filter(node -> node.listVersion() == version && !isAsWanted(node, decision.action()))
        .ifPresent(node -> breach(decision.nodeId(), node + " has not done " + decision.action()));
  }

  private static boolean isAsWanted(NodeLifecycle node, NodeAction action) {
    if (action instanceof NodeAction.ChangeTimeout change) {
      return node.drain().filter(drain -> !drain.timeout().equals(change.timeout())).isEmpty();
    } else if (action instanceof NodeAction.GracefulDecommission) {
      return !node.state().isInService() || node.drain().isPresent();
    } else if (action instanceof NodeAction.Recommission) {
      return node.drain().isEmpty();
    } else if (action instanceof NodeAction.EndDrainOf end) {
      return node.drain().filter(drain -> drain.isOf(end.operationId())).isEmpty();
    }
    return (forces(action) && node.drain().isEmpty()) || !node.state().isInService();
  }

  private void take(NodeEvent event) {
    if (event instanceof DecommissioningStarted started) {
      requireDecided(event, action -> gives(action, started.timeout()));
    } else if (event instanceof DecommissioningTimeoutChanged changed) {
      requireDecided(event, action -> gives(action, changed.timeout()));
    } else if (event instanceof NodeRecommissioned) {
      requireDecided(event, NodeAction.Recommission.class::isInstance);
    } else if (event instanceof NodeDecommissioned ended) {
      switch (ended.cause()) {
        case FORCED -> requireDecided(event, DecisionCheck::forces);
        case NORMAL -> requireDecided(event, action -> ends(action, DecommissionCause.NORMAL));
        case READY, TIMEOUT -> {} // needs no operation
      }
    }
  }

  private static boolean gives(NodeAction action, DrainTimeout timeout) {
    return (action instanceof NodeAction.GracefulDecommission graceful
            && graceful.timeout().equals(timeout))
        || (action instanceof NodeAction.ChangeTimeout change && change.timeout().equals(timeout));
  }

  private static boolean forces(NodeAction action) {
    return action instanceof NodeAction.EndDrainOf || ends(action, DecommissionCause.FORCED);
  }

  private static boolean ends(NodeAction action, DecommissionCause cause) {
    return action instanceof NodeAction.Decommission all && all.cause() == cause;
  }

  private void requireDecided(NodeEvent event, Predicate<NodeAction> wanted) {
    boolean decided =
        Optional.ofNullable(operations.get(event.by().operationId().orElse(""))).stream()
            .filter(each -> each.listVersion() <= event.by().listVersion())
            .flatMap(each -> each.decisions().stream())
            .filter(decision -> decision.nodeId().equals(event.nodeId()))
            .map(NodeDecision::action)
            .anyMatch(wanted);
    if (!decided) {
      breach(event.nodeId(), event + " follows from no operation");
    }
    long version = event.by().listVersion();
    Long before = applied.put(event.nodeId(), version);
    if (before != null && version < before) {
      breach(event.nodeId(), event + " follows operation " + before);
    }
  }

  private void breach(NodeId node, String words) {
    breaches.add(new Breach(Promise.AS_DECIDED, node.toString(), words));
  }
}
