package ebb.simulation;

import ebb.domain.DrainStatus;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.domain.work.Workload;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.PastFleet;
import ebb.journal.replay.PastNode;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import ebb.simulation.JournalDisk.Row;
import ebb.simulation.Witness.FleetSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The journal's state of an instant is the one that the leader showed then: the complete state of
 * each node, as far as the leader knew the same events as the journal. It may not know an event
 * yet, because the write is pending or the publication was lost.
 */
final class PastChecks {
  /** The leader reconciles all nodes three times in that period ({@code reconcile-all-within}). */
  private static final Duration HEARD_WITHIN = Duration.ofMinutes(3);

  private final List<Row> rows;
  private final List<JournaledEvent> events;
  private final List<Violation> findings = new ArrayList<>();
  private int same;
  private int waits;

  private PastChecks(List<Row> rows) {
    this.rows = rows;
    events = rows.stream().map(Row::journaled).toList();
  }

  /**
   * @param same how often a node was as the leader had shown it
   * @param waits how often the journal knew exactly what a node waited for
   */
  record Result(List<Violation> findings, int instants, int same, int waits) {
    static final Result NONE = new Result(List.of(), 0, 0, 0);
  }

  static Result of(World world, List<Row> rows) {
    PastChecks checks = new PastChecks(rows);
    List<FleetSeen> fleets = world.witness().fleets();
    fleets.forEach(checks::compare);
    return new Result(List.copyOf(checks.findings), fleets.size(), checks.same, checks.waits);
  }

  private void compare(FleetSeen seen) {
    PastFleet fleet = PastFleet.at(seen.invoked(), events.stream());
    for (NodeStateUpdate live : seen.nodes()) {
      Optional<PastNode> past = fleet.find(live.node().nodeId());
      if (past.isEmpty()) {
        requireJustForgotten(seen, live);
      } else if (revisionOf(past.get()) == live.revision()) {
        requireSame(seen, live, past.get());
      } else {
        requireJustWritten(seen, live);
      }
    }
  }

  private static long revisionOf(PastNode past) {
    return past.last().map(step -> step.event().position().sequenceNumber()).orElse(0L);
  }

  private void requireSame(FleetSeen seen, NodeStateUpdate live, PastNode past) {
    same++;
    if (!past.node().equals(live.node())) {
      find(seen, live, "it was " + past.node());
    }
    Optional<DrainStatus> shown =
        live.node()
            .drain()
            .flatMap(
                drain ->
                    live.progress()
                        .map(DrainProgress::status)
                        .map(status -> status.shownAt(drain, seen.invoked())));
    Optional<DrainStatus> told = past.status(seen.invoked());
    boolean isKnown = shown.equals(Optional.of(DrainStatus.TIMEOUT)) || waitsAsRecorded(live);
    if (shown.isPresent() && isKnown && !told.equals(shown)) {
      find(seen, live, "its sub-status was " + told);
    } else if (shown.isPresent() && !isKnown && told.equals(Optional.of(DrainStatus.TIMEOUT))) {
      find(seen, live, "it was beyond its deadline");
    }
  }

  /** The journal does not record every change. */
  private boolean waitsAsRecorded(NodeStateUpdate live) {
    Optional<Workload> now = live.progress().flatMap(DrainProgress::workload);
    boolean isRecorded =
        live.node()
            .progress()
            .filter(known -> known.workload().equals(now.map(Workload::inShort)))
            .isPresent();
    waits += isRecorded && now.isPresent() ? 1 : 0;
    return isRecorded;
  }

  private void requireJustForgotten(FleetSeen seen, NodeStateUpdate live) {
    Instant earliest = seen.invoked().minus(HEARD_WITHIN);
    boolean isJustForgotten =
        JournaledEvent.ofKind(NodesForgotten.class, events).stream()
            .filter(event -> event.nodes().contains(live.node().nodeId()))
            .anyMatch(event -> !event.by().at().isBefore(earliest));
    if (!isJustForgotten) {
      find(seen, live, "it was not known");
    }
  }

  private void requireJustWritten(FleetSeen seen, NodeStateUpdate live) {
    boolean isNews =
        rows.stream()
            .filter(row -> row.event().sequenceNr() == live.revision() + 1)
            .filter(row -> isOf(live, row))
            .allMatch(
                row ->
                    row.at() > seen.at() - HEARD_WITHIN.toMillis()
                        && !row.journaled().by().at().isAfter(seen.invoked()));
    if (!isNews) {
      find(seen, live, "it had gone on long before, or did so later");
    }
  }

  private static boolean isOf(NodeStateUpdate node, Row row) {
    return row.journaled() instanceof JournaledEvent.OfNode event
        && event.event().nodeId().equals(node.node().nodeId());
  }

  private void find(FleetSeen seen, NodeStateUpdate live, String words) {
    findings.add(
        new Violation("PAST_IS_AS_SEEN", seen.invoked() + " " + live + " was seen, but " + words));
  }
}
