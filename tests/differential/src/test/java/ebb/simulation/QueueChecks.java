package ebb.simulation;

import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.lists.NodesListEvent.DrainQueued;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.simulation.JournalDisk.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A queued host begins only while fewer hosts drain than its limit. */
final class QueueChecks {
  private final Map<String, Integer> limits = new HashMap<>();
  private final Set<String> draining = new HashSet<>();

  /** Hosts whose node has left, and has not come back. */
  private final Set<String> out = new HashSet<>();

  private final List<Violation> findings = new ArrayList<>();

  private QueueChecks() {}

  static List<Violation> findings(List<Row> rows) {
    QueueChecks checks = new QueueChecks();
    rows.forEach(row -> checks.add(row.event().payload()));
    return checks.findings;
  }

  private void add(Object event) {
    if (event instanceof DrainQueued queued) {
      limits.put(queued.id(), queued.pace().maxParallel().number());
    } else if (event instanceof RefreshAccepted refresh) {
      begin(refresh);
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
  }

  private void begin(RefreshAccepted refresh) {
    refresh.decisions().stream()
        .filter(decision -> decision.action() instanceof NodeAction.GracefulDecommission)
        .map(decision -> decision.nodeId().host())
        // A leader that has not heard of a node that is out orders its drain again.
        .filter(host -> !out.contains(host))
        .forEach(draining::add);
    String reason = refresh.by().reason().orElse("");
    limits.forEach(
        (id, limit) -> {
          if (reason.contains(id) && draining.size() > limit) {
            findings.add(new Violation("QUEUE_KEEPS_ITS_LIMIT", refresh + ": " + draining));
          }
        });
  }
}
