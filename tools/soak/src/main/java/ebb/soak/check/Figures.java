package ebb.soak.check;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Statistics of a run. */
public final class Figures {
  private Figures() {}

  /** A line for each subject. */
  public static List<String> lines(Evidence evidence) {
    List<String> lines = new ArrayList<>();
    lines.add("faults: " + counts(evidence.faults().stream().map(FaultWindow::kind).toList()));
    lines.add(
        "requests: "
            + counts(
                evidence.calls().stream()
                    .map(call -> call.kind() + " " + call.outcome().name().toLowerCase(Locale.ROOT))
                    .toList()));
    lines.add("answers with all nodes: " + evidence.answers().size());
    lines.add(
        "drains that ended DECOMMISSIONED: "
            + counts(
                JournaledEvent.ofKind(NodeDecommissioned.class, evidence.journal()).stream()
                    .filter(end -> end.epoch() > 0)
                    .map(end -> end.cause().name())
                    .toList()));
    lines.add("events in the journal: " + evidence.journal().size());
    List<Duration> late = lateness(evidence.journal());
    if (!late.isEmpty()) {
      lines.add(
          "deadlines: %d, late by %d ms at the median, %d ms at the 99th percentile, %d ms at most"
              .formatted(
                  late.size(),
                  late.get(late.size() / 2).toMillis(),
                  late.get(late.size() * 99 / 100).toMillis(),
                  late.get(late.size() - 1).toMillis()));
    }
    return lines;
  }

  private static Map<String, Long> counts(List<String> some) {
    return some.stream().collect(groupingBy(each -> each, TreeMap::new, counting()));
  }

  /** The lateness of each drain that its deadline ended, in ascending order. */
  static List<Duration> lateness(List<JournaledEvent> journal) {
    Map<NodeId, Optional<Instant>> due = new HashMap<>();
    Map<NodeId, Instant> starts = new HashMap<>();
    List<Duration> late = new ArrayList<>();
    for (NodeEvent event : JournaledEvent.ofKind(NodeEvent.class, journal)) {
      if (event instanceof DecommissioningStarted start) {
        starts.put(start.nodeId(), start.startedAt());
        due.put(start.nodeId(), due(start.timeout(), start.startedAt(), start.by().at()));
      } else if (event instanceof DecommissioningTimeoutChanged change) {
        Instant start = starts.getOrDefault(change.nodeId(), change.by().at());
        due.put(change.nodeId(), due(change.timeout(), start, change.by().at()));
      } else if (event instanceof NodeDecommissioned end
          && end.cause() == DecommissionCause.TIMEOUT) {
        due.getOrDefault(end.nodeId(), Optional.empty())
            .ifPresent(at -> late.add(Duration.between(at, end.by().at())));
      }
    }
    late.sort(Duration::compareTo);
    return late;
  }

  /** A deadline that was moved into the past is due when it was moved. */
  private static Optional<Instant> due(DrainTimeout timeout, Instant start, Instant set) {
    return timeout.after(start).map(deadline -> deadline.isBefore(set) ? set : deadline);
  }
}
