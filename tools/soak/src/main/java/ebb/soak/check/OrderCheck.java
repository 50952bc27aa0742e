package ebb.soak.check;

import ebb.demo.check.Acknowledged;
import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.provenance.Origin;
import ebb.journal.event.JournaledEvent;
import ebb.soak.check.Call.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the operations in the journal against the requests: each at most once, none that was
 * rejected, all that were acknowledged, in an order that is possible.
 */
final class OrderCheck {
  /** Hadoop's client itself repeats a request without an answer. */
  private static final String REPEATED_BY_ITS_CLIENT = "rmadmin";

  private final Map<String, List<JournaledEvent>> accepted = new LinkedHashMap<>();

  /** The timeouts that operators set on running drains. */
  private final Set<Acknowledged.Timeout> timeouts = new HashSet<>();

  private final List<FaultWindow> wrongClocks;
  private final List<Breach> breaches = new ArrayList<>();

  private OrderCheck(List<JournaledEvent> journal, List<FaultWindow> faults) {
    wrongClocks = faults.stream().filter(fault -> fault.kind().equals("WrongClock")).toList();
    for (JournaledEvent event : journal) {
      if (event.event() instanceof RefreshAccepted refresh) {
        // Hadoop's protocol has no reason, so each such request uses its own user name.
        String tag = refresh.by().reason().orElse(refresh.by().actor());
        accepted.computeIfAbsent(tag, t -> new ArrayList<>()).add(event);
      } else if (event.event() instanceof DecommissioningTimeoutChanged change
          && change.timeoutSource() == TimeoutSource.OPERATOR) {
        timeouts.add(new Acknowledged.Timeout(change.nodeId(), change.epoch(), change.timeout()));
      }
    }
  }

  static List<Breach> breaches(
      List<JournaledEvent> journal, List<Call> calls, List<FaultWindow> faults) {
    OrderCheck check = new OrderCheck(journal, faults);
    Map<String, List<Call>> byTag = new LinkedHashMap<>();
    calls.forEach(call -> byTag.computeIfAbsent(call.tag(), t -> new ArrayList<>()).add(call));
    List<Span> spans = new ArrayList<>();
    byTag.forEach((tag, all) -> check.check(tag, all).ifPresent(spans::add));
    check.requireAskedFor(byTag.keySet());
    check.checkOrder(spans);
    return check.breaches;
  }

  private void requireAskedFor(Set<String> tags) {
    accepted.forEach(
        (tag, rows) -> {
          if (!tags.contains(tag) && rows.get(0).by().origin() != Origin.START) {
            breach(Promise.AS_DECIDED, tag, "is in the journal, and nobody asked for it");
          }
        });
  }

  /**
   * An operation in the journal.
   *
   * @param answered when the first answer accepted it; empty if none did
   */
  private record Span(String tag, Instant invoked, Optional<Instant> answered, long ordering) {
    boolean isOverBefore(Span other) {
      return answered.filter(at -> at.isBefore(other.invoked)).isPresent();
    }
  }

  private Optional<Span> check(String tag, List<Call> calls) {
    List<JournaledEvent> rows = accepted.getOrDefault(tag, List.of());
    if (rows.size() > 1 && !calls.get(0).kind().equals(REPEATED_BY_ITS_CLIENT)) {
      breach(Promise.DONE_ONCE, tag, "is in the journal " + rows.size() + " times");
    }
    if (rows.isEmpty()) {
      calls.stream()
          .filter(call -> call.outcome() == Outcome.DONE && call.operationId().isEmpty())
          .filter(this::makesAnOperation)
          .findFirst()
          .ifPresent(
              call -> breach(Promise.DONE_ONCE, tag, "was acknowledged and is not in the journal"));
      return Optional.empty();
    }
    if (calls.stream().allMatch(OrderCheck::mustChangeNothing)) {
      Call first = calls.get(0);
      breach(
          Promise.REFUSED_CHANGES_NOTHING,
          tag,
          first.kind() + " was answered " + first.words() + ", and is in the journal");
    }
    String done = ((RefreshAccepted) rows.get(0).event()).operationId();
    calls.stream()
        .filter(call -> call.outcome() == Outcome.DONE)
        .filter(call -> call.operationId().filter(told -> !told.equals(done)).isPresent())
        .forEach(
            call ->
                breach(
                    Promise.DONE_ONCE,
                    tag,
                    "was answered as " + call.operationId().orElseThrow() + ", and is " + done));
    Span span =
        new Span(
            tag,
            earliest(calls.stream().map(Call::invoked).toList()).orElseThrow(),
            earliest(
                calls.stream()
                    .filter(call -> call.outcome() == Outcome.DONE)
                    .map(Call::completed)
                    .toList()),
            rows.get(0).position().ordering());
    checkTime(span, rows.stream().map(row -> row.by().at()).toList());
    return Optional.of(span);
  }

  /** Drains count from the time of their operation, and so must everything else here. */
  private void checkTime(Span span, List<Instant> times) {
    Instant earliest = span.invoked().minus(AnswerCheck.CLOCKS);
    Instant latest = span.answered().map(at -> at.plus(AnswerCheck.CLOCKS)).orElse(Instant.MAX);
    boolean hadAWrongClock =
        wrongClocks.stream()
            .anyMatch(fault -> !fault.begun().isAfter(latest) && !fault.over().isBefore(earliest));
    boolean isIn =
        times.stream().noneMatch(at -> at.isBefore(earliest)) && !times.get(0).isAfter(latest);
    if (!isIn && !hadAWrongClock) {
      breach(
          Promise.START_NEVER_MOVED,
          span.tag(),
          "is of %s by the journal, was asked for at %s and answered at %s"
              .formatted(times, span.invoked(), span.answered()));
    }
  }

  private static boolean mustChangeNothing(Call call) {
    return call.outcome() == Outcome.REFUSED || call.kind().equals("dryrun");
  }

  /**
   * Whether an accepted request must be in the journal although its answer does not name an
   * operation.
   */
  private boolean makesAnOperation(Call call) {
    return switch (call.kind()) {
      // An edit becomes part of the next refresh, and there may be no drain to force.
      case "dryrun", "edit", "force" -> false;
      // The drain may have had this timeout from an operator before, and be over by now.
      case "retime" -> call.timeout().filter(told -> !timeouts.contains(told)).isPresent();
      default -> true;
    };
  }

  private static Optional<Instant> earliest(Collection<Instant> some) {
    return some.stream().min(Instant::compareTo);
  }

  private void checkOrder(List<Span> spans) {
    for (Span one : spans) {
      for (Span other : spans) {
        if (one.isOverBefore(other) && one.ordering() > other.ordering()) {
          breach(
              Promise.ANSWERED_COMES_FIRST,
              one.tag(),
              "was answered before " + other.tag() + " was asked for, and comes after it");
        }
      }
    }
  }

  private void breach(Promise promise, String tag, String words) {
    breaches.add(new Breach(promise, tag, words));
  }
}
