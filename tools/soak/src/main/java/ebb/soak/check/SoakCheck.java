package ebb.soak.check;

import ebb.demo.check.Acknowledged;
import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.demo.check.JournalInvariants;
import ebb.demo.check.Lateness;
import ebb.demo.check.Lateness.Disturbance;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.journal.event.JournaledEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reports each promise that a run breaks, whether of real processes or of a simulation. Uses none
 * of the product's rules except the fold of events into state.
 */
public final class SoakCheck {
  /** How late a drain may end without a fault. */
  private static final Duration STEADY = Duration.ofSeconds(3);

  /**
   * How long after a fault drains may still be late. A node whose write has failed may wait 12
   * seconds before it recovers, and a node that no instance runs is woken every 10.
   */
  private static final Duration AFTER_A_FAULT = Duration.ofSeconds(20);

  /**
   * How old the reported state of a node may be after a lost message: the leader sends {@code
   * Reconcile} to every node within {@code ebb.nodes-list-manager.reconcile-all-within}, a minute.
   */
  public static final Duration AFTER_A_LOST_MESSAGE = Duration.ofSeconds(75);

  private SoakCheck() {}

  /**
   * @return empty if nothing is wrong
   */
  public static List<Breach> breaches(Evidence evidence) {
    return breaches(evidence, STEADY, STEADY);
  }

  /**
   * As {@link #breaches(Evidence)}, for an environment of another speed.
   *
   * @param steady how late a drain may end without a fault
   * @param news how old the reported state of a node may be without a fault
   */
  public static List<Breach> breaches(Evidence evidence, Duration steady, Duration news) {
    Lateness lateness = lateness(evidence.faults(), steady, AFTER_A_FAULT);
    Lateness ofNews = lateness(evidence.faults(), news, AFTER_A_LOST_MESSAGE);
    Lives lives = new Lives(evidence.journal());
    List<Breach> breaches = new ArrayList<>(lives.breaches());
    breaches.addAll(
        JournalInvariants.breaches(
            evidence.journal(), accepted(evidence), lateness, evidence.until()));
    breaches.addAll(OrderCheck.breaches(evidence.journal(), evidence.calls(), evidence.faults()));
    breaches.addAll(LeaderCheck.breaches(evidence.journal()));
    breaches.addAll(DecisionCheck.breaches(evidence.journal(), lives));
    breaches.addAll(AnswerCheck.breaches(evidence.journal(), lives, evidence.answers(), ofNews));
    breaches.addAll(RegistrationCheck.breaches(lives, evidence.registrations()));
    breaches.addAll(ContainerCheck.breaches(evidence.journal(), evidence.killed(), ofNews));
    breaches.addAll(EndCheck.breaches(evidence.journal(), lives, evidence.finalStates()));
    evidence
        .unexpectedEnds()
        .forEach(end -> breaches.add(new Breach(Promise.KEEPS_RUNNING, "process", end)));
    return List.copyOf(breaches);
  }

  /** What was acknowledged, and what is in the journal without an acknowledgement. */
  private static List<Acknowledged> accepted(Evidence evidence) {
    Stream<String> told =
        evidence.calls().stream()
            .filter(call -> call.outcome() == Call.Outcome.DONE)
            .flatMap(call -> call.operationId().stream());
    Stream<String> written =
        JournaledEvent.ofKind(RefreshAccepted.class, evidence.journal()).stream()
            .map(RefreshAccepted::operationId);
    return Stream.concat(told, written)
        .distinct()
        .<Acknowledged>map(Acknowledged.Refresh::new)
        .toList();
  }

  /** The allowed lateness, given these faults. */
  private static Lateness lateness(
      List<FaultWindow> faults, Duration steady, Duration afterAFault) {
    return new Lateness(
        steady,
        faults.stream()
            .sorted(Comparator.comparing(FaultWindow::begun))
            .map(each -> new Disturbance(each.begun(), each.over().plus(afterAFault)))
            .toList());
  }
}
