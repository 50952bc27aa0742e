package ebb.soak.check;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import ebb.demo.check.Lateness;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.journal.event.JournaledEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Checks that nodes in service, and draining ones, kept their containers. */
final class ContainerCheck {
  /**
   * A container that the scheduler has placed, but its node has not reported yet, is lost when the
   * node registers again. Stock YARN does the same.
   */
  private static final Duration PLACED_AT_A_REGISTRATION = Duration.ofSeconds(15);

  private ContainerCheck() {}

  static List<Breach> breaches(
      List<JournaledEvent> journal, List<KilledContainer> killed, Lateness lateness) {
    List<NodeEvent> ends =
        JournaledEvent.ofKind(NodeEvent.class, journal).stream()
            .filter(ContainerCheck::endsService)
            .toList();
    return killed.stream()
        .filter(each -> !isExcused(each, ends, lateness))
        .map(
            each ->
                new Breach(
                    Promise.NO_CONTAINER_KILLED,
                    each.node().toString(),
                    "was told at %s to end %s, which ran since %s"
                        .formatted(each.killed(), each.container(), each.started())))
        .toList();
  }

  private static boolean endsService(NodeEvent event) {
    return event instanceof NodeDecommissioned
        || event instanceof NodeLost
        || event instanceof NodeRebooted
        || event instanceof NodeShutDown
        || (event instanceof NodeHealthChanged health && !health.healthy()); // as in stock YARN
  }

  /** A READY drain has waited for every container that had been running for some time. */
  private static boolean isUnexpected(NodeEvent end, KilledContainer killed) {
    return end instanceof NodeDecommissioned decommissioned
        && decommissioned.cause() == DecommissionCause.READY
        && killed.started().plus(PLACED_AT_A_REGISTRATION).isBefore(end.by().at())
        && !killed.killed().isBefore(end.by().at());
  }

  /**
   * A node loses its containers when it reports that it is unhealthy. That event is written when
   * the journal is available.
   */
  private static boolean isTooLate(NodeEvent end, KilledContainer killed, Lateness lateness) {
    Instant latest =
        end instanceof NodeHealthChanged
            ? lateness.latestEnd(killed.killed())
            : killed.killed().plus(AnswerCheck.CLOCKS);
    return end.by().at().isAfter(latest);
  }

  private static boolean isExcused(
      KilledContainer killed, List<NodeEvent> ends, Lateness lateness) {
    Instant from = killed.started().minus(PLACED_AT_A_REGISTRATION);
    boolean placedAtRegistration =
        killed.registrations().stream()
            .anyMatch(
                at ->
                    at.isAfter(from)
                        && at.isBefore(killed.started().plus(PLACED_AT_A_REGISTRATION)));
    return placedAtRegistration
        || ends.stream()
            .filter(end -> end.nodeId().equals(killed.node()))
            .filter(end -> end.by().at().isAfter(from) && !isTooLate(end, killed, lateness))
            .anyMatch(end -> !isUnexpected(end, killed));
  }
}
