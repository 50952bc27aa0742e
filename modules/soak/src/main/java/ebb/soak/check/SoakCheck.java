package ebb.soak.check;

import ebb.demo.check.Acknowledged;
import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.demo.check.JournalCheck;
import ebb.demo.check.Lateness;
import ebb.demo.check.Lateness.Disturbance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Says each promise that a run shows as broken. Trusts no rule of the product. */
public final class SoakCheck {
  /** How late a drain may end while nothing is the matter. */
  private static final Duration STEADY = Duration.ofSeconds(3);

  /** How long after a fault drains may still be late. */
  private static final Duration AFTER_A_FAULT = Duration.ofMinutes(1);

  private SoakCheck() {}

  /**
   * @return empty if nothing is wrong
   */
  public static List<Breach> breaches(Evidence evidence) {
    List<Breach> breaches = new ArrayList<>();
    breaches.addAll(
        JournalCheck.breaches(
            evidence.journal(),
            acknowledged(evidence.calls()),
            lateness(evidence.faults()),
            evidence.until()));
    breaches.addAll(OrderCheck.breaches(evidence.journal(), evidence.calls()));
    breaches.addAll(LeaderCheck.breaches(evidence.journal()));
    breaches.addAll(AnswerCheck.breaches(evidence.journal(), evidence.looks()));
    breaches.addAll(ContainerCheck.breaches(evidence.journal(), evidence.killed()));
    breaches.addAll(EndCheck.breaches(evidence.journal(), evidence.settled()));
    evidence
        .unexpectedEnds()
        .forEach(end -> breaches.add(new Breach(Promise.KEEPS_RUNNING, "process", end)));
    return List.copyOf(breaches);
  }

  private static List<Acknowledged> acknowledged(List<Call> calls) {
    return calls.stream()
        .filter(call -> call.outcome() == Call.Outcome.DONE)
        .map(Call::operationId)
        .flatMap(Optional::stream)
        .<Acknowledged>map(Acknowledged.Refresh::new)
        .toList();
  }

  /** By when drains have to end, given what was the matter. */
  static Lateness lateness(List<FaultWindow> faults) {
    return new Lateness(
        STEADY,
        faults.stream()
            .sorted(Comparator.comparing(FaultWindow::begun))
            .map(each -> new Disturbance(each.begun(), each.over().plus(AFTER_A_FAULT)))
            .toList());
  }
}
