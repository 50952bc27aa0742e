package ebb.admin.routes;

import ebb.domain.Drain;
import ebb.domain.DrainStatus;
import ebb.domain.NodeState;
import ebb.metrics.MetricsText;
import ebb.node.DrainProgress;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.NodesListReply.OperationsSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Metrics of the fleet as its leader sees it. */
final class FleetMetrics {
  private static final List<DrainStatus> STATUSES =
      List.of(
          DrainStatus.WAIT_CONTAINER, DrainStatus.WAIT_APP, DrainStatus.TIMEOUT, DrainStatus.READY);

  private final Map<String, Integer> states = new LinkedHashMap<>();
  private final Map<String, Integer> statuses = new LinkedHashMap<>();
  private int overdue;
  private int infinite;
  private double oldest;

  FleetMetrics(List<ObservedNode> nodes, Instant now) {
    for (NodeState state : NodeState.values()) {
      states.put(state.name(), 0);
    }
    STATUSES.forEach(status -> statuses.put(status.name(), 0));
    nodes.forEach(node -> count(node, now));
  }

  private void count(ObservedNode node, Instant now) {
    states.merge(node.publication().node().state().name(), 1, Integer::sum);
    node.publication()
        .node()
        .drain()
        .ifPresent(
            drain ->
                count(
                    drain,
                    node.publication()
                        .progress()
                        .map(DrainProgress::status)
                        .orElse(DrainStatus.WAIT_CONTAINER)
                        .shownAt(drain, now),
                    now));
  }

  private void count(Drain drain, DrainStatus status, Instant now) {
    statuses.merge(status.name(), 1, Integer::sum);
    overdue += drain.isOverAt(now) ? 1 : 0;
    infinite += drain.deadline().isEmpty() ? 1 : 0;
    oldest = Math.max(oldest, Duration.between(drain.startedAt(), now).toMillis() / 1000.0);
  }

  void write(MetricsText text) {
    text.gauge("ebb_nodes", "Nodes in each of YARN's states.", "state", states);
    text.gauge("ebb_nodes_draining", "Draining nodes by what they wait for.", "status", statuses);
    text.gauge(
        "ebb_drain_oldest_age_seconds", "Age of the oldest running drain; 0 if none runs.", oldest);
    text.gauge("ebb_drains_overdue", "Drains that run beyond their deadline.", overdue);
    text.gauge("ebb_drains_infinite", "Drains that run and have no deadline.", infinite);
  }

  /**
   * @param newest the newest operations, as many as were requested
   */
  static void write(OperationsSeen newest, MetricsText text) {
    text.gauge(
        "ebb_operations_open",
        "Operations, among the newest " + MetricsRoute.OPERATIONS + ", that have an open node.",
        newest.operations().stream().filter(each -> !each.isComplete()).count());
  }
}
