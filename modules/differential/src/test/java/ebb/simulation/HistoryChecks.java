package ebb.simulation;

import ebb.demo.check.JournalCheck;
import ebb.demo.check.Lateness;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeId;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.journal.JournaledEvent;
import ebb.simulation.JournalDisk.Row;
import ebb.simulation.Operators.Done;
import ebb.simulation.Operators.Retimed;
import ebb.simulation.Operators.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds the journal against what callers were told, as the demonstration's check does, and against
 * what only a simulation knows: when each row was really committed, and each request.
 */
final class HistoryChecks {
  /** A poll of the watcher, and what writes and messages take on their way. */
  private static final Duration STEADY = Duration.ofSeconds(45);

  private final World world;
  private final List<Row> rows;
  private final List<RefreshAccepted> accepted;
  private final List<Finding> findings = new ArrayList<>();

  private HistoryChecks(World world, List<Row> rows) {
    this.world = world;
    this.rows = rows;
    accepted =
        JournaledEvent.ofKind(RefreshAccepted.class, rows.stream().map(Row::journaled).toList());
  }

  static List<Finding> findings(World world, List<Row> rows) {
    HistoryChecks checks = new HistoryChecks(world, rows);
    checks.demonstrations();
    checks.requests();
    checks.realTimeOrder();
    checks.retimes();
    checks.followTimeouts();
    return checks.findings;
  }

  private void demonstrations() {
    JournalCheck.breaches(
            rows.stream().map(Row::journaled).toList(),
            world.operators().acknowledged(),
            new Lateness(STEADY, world.disturbances()),
            SimulatedTime.instant(world.time().now()))
        .forEach(
            breach ->
                findings.add(
                    new Finding(
                        breach.promise().toString(), breach.subject() + ": " + breach.words())));
  }

  /** Whoever was told that it is done finds it done, and nothing is done twice or after a no. */
  private void requests() {
    for (Told told : world.operators().told()) {
      String name = "request-" + told.request();
      List<String> done =
          accepted.stream()
              .filter(each -> each.by().reason().filter(name::equals).isPresent())
              .map(RefreshAccepted::operationId)
              .toList();
      List<String> expected =
          told.answer().orElse(null) instanceof Done answer
              ? List.of(answer.operationId())
              : List.of();
      boolean isUnknown = told.answer().isEmpty() && done.size() <= 1;
      if (!isUnknown && !done.equals(expected)) {
        find("REQUEST_DONE_ONCE", name + " was answered " + told.answer() + " and did " + done);
      }
    }
  }

  /** What was asked for after an answer comes after what that answer was about. */
  private void realTimeOrder() {
    for (Told first : world.operators().told()) {
      for (Told second : world.operators().told()) {
        if (first.answer().orElse(null) instanceof Done before
            && second.answer().orElse(null) instanceof Done after
            && first.answered() < second.invoked()
            && before.listVersion() >= after.listVersion()) {
          find("REAL_TIME_ORDER", first + " is not before " + second);
        }
      }
    }
  }

  // ---- timeouts ----

  /** A drain has a timeout from one time to another. */
  private record InForce(NodeId node, long epoch, DrainTimeout timeout, long from, long to) {}

  private void retimes() {
    List<InForce> all = timeoutsInForce();
    for (Retimed told : world.operators().retimed()) {
      boolean was =
          all.stream()
              .anyMatch(
                  each ->
                      each.node().equals(told.node())
                          && each.epoch() == told.epoch()
                          && each.timeout().equals(told.timeout())
                          && each.from() <= told.answered()
                          && each.to() >= told.invoked());
      if (!was) {
        find("TIMEOUT_IN_FORCE", told + " was not so while it was asked for: " + all);
      }
    }
  }

  /** A drain that has ended has the timeout that it had. */
  private List<InForce> timeoutsInForce() {
    List<InForce> over = new ArrayList<>();
    Map<NodeId, InForce> now = new HashMap<>();
    for (Row row : rows) {
      Optional<InForce> begun = timeoutOf(row);
      Optional<InForce> before = begun.map(next -> now.put(next.node(), next));
      before.ifPresent(
          last ->
              over.add(
                  new InForce(last.node(), last.epoch(), last.timeout(), last.from(), row.at())));
    }
    over.addAll(now.values());
    return over;
  }

  private static Optional<InForce> timeoutOf(Row row) {
    Object event = row.event().payload();
    if (event instanceof DecommissioningStarted e) {
      return Optional.of(new InForce(e.nodeId(), e.epoch(), e.timeout(), row.at(), Long.MAX_VALUE));
    } else if (event instanceof DecommissioningTimeoutChanged e) {
      return Optional.of(new InForce(e.nodeId(), e.epoch(), e.timeout(), row.at(), Long.MAX_VALUE));
    }
    return Optional.empty();
  }

  /** Each timeout is one that an operation gave, and no drain ends by it before it is over. */
  private void followTimeouts() {
    Map<String, RefreshAccepted> operations = new HashMap<>();
    Map<NodeId, Instant> deadlines = new HashMap<>();
    Map<NodeId, Instant> starts = new HashMap<>();
    for (Row row : rows) {
      Object event = row.event().payload();
      if (event instanceof RefreshAccepted e) {
        operations.put(e.operationId(), e);
      } else if (event instanceof DecommissioningStarted e) {
        starts.put(e.nodeId(), e.startedAt());
        requireDecided(operations, e, e.timeout());
        setDeadline(deadlines, e.nodeId(), e.timeout().after(e.startedAt()));
      } else if (event instanceof DecommissioningTimeoutChanged e) {
        requireDecided(operations, e, e.timeout());
        setDeadline(
            deadlines,
            e.nodeId(),
            Optional.ofNullable(starts.get(e.nodeId())).flatMap(e.timeout()::after));
      } else if (event instanceof NodeDecommissioned e
          && e.cause() == DecommissionCause.TIMEOUT
          && (!deadlines.containsKey(e.nodeId())
              || SimulatedTime.instant(row.at()).isBefore(deadlines.get(e.nodeId())))) {
        find(
            "NOT_BEFORE_THE_DEADLINE",
            e
                + " is committed at "
                + SimulatedTime.instant(row.at())
                + ", before its deadline "
                + deadlines.get(e.nodeId()));
      }
    }
  }

  private static void setDeadline(
      Map<NodeId, Instant> deadlines, NodeId node, Optional<Instant> deadline) {
    if (deadline.isPresent()) {
      deadlines.put(node, deadline.get());
    } else {
      deadlines.remove(node);
    }
  }

  private void requireDecided(
      Map<String, RefreshAccepted> operations, NodeEvent event, DrainTimeout timeout) {
    RefreshAccepted operation = operations.get(event.by().operationId().orElse(""));
    boolean decided =
        operation != null
            && operation.decisions().stream()
                .filter(decision -> decision.nodeId().equals(event.nodeId()))
                .map(NodeDecision::action)
                .anyMatch(action -> timeout.equals(timeoutOf(action)));
    if (!decided) {
      find("TIMEOUT_OF_AN_OPERATION", event + " follows from no operation before it");
    }
  }

  private static @Nullable DrainTimeout timeoutOf(NodeAction action) {
    if (action instanceof NodeAction.GracefulDecommission graceful) {
      return graceful.timeout();
    }
    return action instanceof NodeAction.ChangeTimeout change ? change.timeout() : null;
  }

  private void find(String promise, String words) {
    findings.add(new Finding(promise, words));
  }
}
