package ebb.domain.forecast;

import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeId;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Drains as a journal records them. */
final class RecordedFleet {
  static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");

  private final List<NodeEvent> events = new ArrayList<>();
  private int nodes;

  /** A node that needs this time, unless its deadline comes first. */
  void drained(String operation, Duration start, Duration work, Optional<Duration> timeout) {
    NodeId node = started(operation, start, timeout);
    boolean inTime = timeout.filter(limit -> limit.compareTo(work) <= 0).isEmpty();
    Duration took = inTime ? work : timeout.orElseThrow();
    DecommissionCause cause = inTime ? DecommissionCause.READY : DecommissionCause.TIMEOUT;
    events.add(new NodeDecommissioned(node, 1, cause, by(operation, start.plus(took))));
  }

  void drained(Duration start, Duration work) {
    drained("op-" + nodes, start, work, Optional.empty());
  }

  void recommissioned(Duration start, Duration took) {
    String operation = "op-" + nodes;
    NodeId node = started(operation, start, Optional.empty());
    events.add(new NodeRecommissioned(node, 1, by(operation, start.plus(took))));
  }

  NodeId started(String operation, Duration start, Optional<Duration> timeout) {
    NodeId node = new NodeId("h" + ++nodes, 45454);
    events.add(
        new DecommissioningStarted(
            node,
            1,
            BEGIN.plus(start),
            timeout.map(DrainTimeout::of).orElse(DrainTimeout.INFINITE),
            TimeoutSource.REQUEST,
            Optional.empty(),
            by(operation, start)));
    return node;
  }

  void retimed(NodeId node, Duration at, Duration timeout) {
    events.add(
        new DecommissioningTimeoutChanged(
            node, 1, DrainTimeout.of(timeout), TimeoutSource.OPERATOR, by("op-0", at)));
  }

  private static Provenance by(String operation, Duration at) {
    return new Provenance(
        BEGIN.plus(at),
        "rm1",
        "anna",
        Origin.HTTP,
        Optional.empty(),
        Optional.empty(),
        Optional.of(operation),
        1);
  }

  /** What the journal says at this time. */
  PastDrains at(Duration time) {
    DrainLog log = new DrainLog();
    until(time).forEach(log::next);
    return log.drains();
  }

  List<NodeEvent> until(Duration time) {
    return events.stream()
        .filter(event -> !event.by().at().isAfter(BEGIN.plus(time)))
        .sorted(Comparator.comparing(event -> event.by().at()))
        .toList();
  }

  /** The forecast for a drain that started at one time, asked at another. */
  Forecast forecast(Duration start, Optional<Duration> timeout, Duration now) {
    Span running =
        Span.of(
            BEGIN.plus(start),
            timeout.map(limit -> BEGIN.plus(start).plus(limit)),
            Optional.empty(),
            Span.End.NONE);
    return Forecast.of(
        running, at(now).drains().stream().map(PastDrain::span).toList(), BEGIN.plus(now));
  }
}
