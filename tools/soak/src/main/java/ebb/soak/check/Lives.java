package ebb.soak.check;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.journal.event.JournaledEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The states of each node over time, by folding its events with the product's own code. */
final class Lives {
  private final Map<NodeId, List<Span>> spans = new TreeMap<>();
  private final List<Breach> breaches = new ArrayList<>();

  /**
   * The state between two events of a node.
   *
   * @param to when the next event was written; {@link Instant#MAX} if there is none
   */
  record Span(NodeLifecycle node, Instant from, Instant to) {}

  Lives(List<JournaledEvent> journal) {
    JournaledEvent.ofKind(NodeEvent.class, journal).forEach(this::take);
  }

  private void take(NodeEvent event) {
    List<Span> before =
        spans.computeIfAbsent(
            event.nodeId(),
            node ->
                new ArrayList<>(
                    List.of(new Span(NodeLifecycle.unregistered(node), Instant.MIN, Instant.MAX))));
    Instant at = event.by().at();
    NodeState state = before.get(before.size() - 1).node().state();
    if (event instanceof NodeRegistered
        && (state == NodeState.RUNNING || state == NodeState.UNHEALTHY)) {
      breach(Promise.DONE_ONCE, event, event + ", which was in service");
    }
    Span last = before.remove(before.size() - 1);
    before.add(new Span(last.node(), last.from(), at));
    before.add(new Span(after(last.node(), event), at, Instant.MAX));
  }

  private NodeLifecycle after(NodeLifecycle before, NodeEvent event) {
    try {
      return before.apply(event);
    } catch (IllegalStateException e) {
      breach(Promise.STATE_OF_THE_EVENTS, event, event + " cannot follow: " + e.getMessage());
      return before;
    }
  }

  private void breach(Promise promise, NodeEvent event, String words) {
    breaches.add(new Breach(promise, event.nodeId().toString(), words));
  }

  Set<NodeId> nodes() {
    return spans.keySet();
  }

  /** In their order. A node without events has a single empty one. */
  List<Span> of(NodeId node) {
    return spans.getOrDefault(
        node, List.of(new Span(NodeLifecycle.unregistered(node), Instant.MIN, Instant.MAX)));
  }

  NodeLifecycle at(NodeId node, Instant at) {
    NodeLifecycle found = NodeLifecycle.unregistered(node);
    for (Span each : of(node)) {
      if (!each.from().isAfter(at)) {
        found = each.node();
      }
    }
    return found;
  }

  /** Events that are impossible where they stand, or appear twice. */
  List<Breach> breaches() {
    return breaches;
  }
}
