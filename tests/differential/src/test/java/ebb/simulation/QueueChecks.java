package ebb.simulation;

import static java.util.stream.Collectors.toSet;

import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.simulation.JournalDisk.Row;
import ebb.simulation.SimulationStep.QueueAll;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A queued host begins only as the operator wanted it, whatever the journal says of that wish. */
final class QueueChecks {
  /** A leader may learn late that a node has left: the network may be bad for a minute. */
  private static final long NEWS_MILLIS = 90_000;

  private final SimulationScript script;
  private final Map<String, QueueAll> wishes = new HashMap<>();
  private final Set<String> draining = new HashSet<>();

  /** By the queued drain that began them. */
  private final Map<String, Set<String>> begun = new HashMap<>();

  /** Hosts whose node has left, and has not come back. */
  private final Set<String> out = new HashSet<>();

  private final Map<NodeId, NodeLifecycle> nodes = new HashMap<>();

  /** When a node stopped to take containers without being told to. */
  private final Map<NodeId, Long> failedAt = new HashMap<>();

  private final List<Violation> findings = new ArrayList<>();

  private QueueChecks(SimulationScript script) {
    this.script = script;
  }

  static List<Violation> findings(SimulationScript script, List<Row> rows) {
    QueueChecks checks = new QueueChecks(script);
    rows.forEach(row -> checks.add(row.event().payload(), row.at()));
    return checks.findings;
  }

  private void add(Object event, long at) {
    if (event instanceof NodeEvent ofNode) {
      follow(ofNode, at);
    }
    if (event instanceof DrainQueued queued) {
      script.steps().stream()
          .filter(QueueAll.class::isInstance)
          .map(QueueAll.class::cast)
          .filter(wish -> queued.by().reason().orElse("").equals("request-" + wish.request()))
          .forEach(wish -> wishes.put(queued.id(), wish));
    } else if (event instanceof RefreshAccepted refresh) {
      begin(refresh, at);
    } else if (event instanceof NodeEvent.NodeDecommissioned
        || event instanceof NodeEvent.NodeLost
        || event instanceof NodeEvent.NodeRebooted
        || event instanceof NodeEvent.NodeShutDown) {
      String host = ((NodeEvent) event).nodeId().host();
      draining.remove(host);
      out.add(host);
    } else if (event instanceof NodeEvent.NodeRecommissioned
        || event instanceof NodeEvent.NodeRegistered) {
      out.remove(((NodeEvent) event).nodeId().host());
    } else if (event instanceof NodeEvent.ListVersionAdvanced nothing) {
      draining.remove(nothing.nodeId().host());
    }
    if (event instanceof NodeEvent.NodeRecommissioned back) {
      draining.remove(back.nodeId().host());
    }
  }

  private void follow(NodeEvent event, long at) {
    NodeLifecycle before =
        nodes.getOrDefault(event.nodeId(), NodeLifecycle.unregistered(event.nodeId()));
    NodeLifecycle after = before.apply(event);
    nodes.put(event.nodeId(), after);
    if (before.state() == NodeState.RUNNING
        && after.state() != NodeState.RUNNING
        && after.state() != NodeState.DECOMMISSIONING) {
      failedAt.put(event.nodeId(), at);
    }
  }

  private void begin(RefreshAccepted refresh, long at) {
    Set<String> now =
        refresh.decisions().stream()
            .filter(decision -> decision.action() instanceof NodeAction.GracefulDecommission)
            .map(decision -> decision.nodeId().host())
            // A leader that has not heard of a node that is out orders its drain again.
            .filter(host -> !out.contains(host))
            .collect(toSet());
    draining.addAll(now);
    String reason = refresh.by().reason().orElse("");
    wishes.forEach(
        (id, wish) -> {
          if (reason.contains(id)) {
            begun.computeIfAbsent(id, key -> new HashSet<>()).addAll(now);
            check(id, wish, refresh, at);
          }
        });
  }

  private void check(String id, QueueAll wish, RefreshAccepted refresh, long at) {
    Set<String> racks =
        begun.getOrDefault(id, Set.of()).stream()
            .filter(draining::contains)
            .map(SimulationScript::rack)
            .collect(toSet());
    if (wish.byRack() && racks.size() > 1) {
      findings.add(new Violation("QUEUE_GOES_RACK_BY_RACK", refresh + ": " + draining));
    }
    if (draining.size() > wish.limit()) {
      findings.add(new Violation("QUEUE_KEEPS_ITS_LIMIT", refresh + ": " + draining));
    }
    long left =
        nodes.values().stream()
            .filter(node -> !draining.contains(node.nodeId().host()))
            .filter(node -> takesContainers(node, at))
            .flatMap(node -> node.capacity().stream())
            .mapToLong(size -> size.memoryMb())
            .sum();
    if (left < wish.keepMb()) {
      findings.add(
          new Violation(
              "QUEUE_KEEPS_CAPACITY", refresh + ": " + left + " of " + wish.keepMb() + " left"));
    }
  }

  private boolean takesContainers(NodeLifecycle node, long at) {
    Long failed = failedAt.get(node.nodeId());
    return node.state() == NodeState.RUNNING || (failed != null && at - failed < NEWS_MILLIS);
  }
}
