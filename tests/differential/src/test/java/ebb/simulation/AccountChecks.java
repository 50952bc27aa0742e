package ebb.simulation;

import ebb.domain.Drain;
import ebb.domain.DrainAccount;
import ebb.domain.DrainEnding;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import ebb.simulation.JournalDisk.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The event that ends a drain accounts for all of its time, even if other instances took over
 * meanwhile.
 */
final class AccountChecks {
  private AccountChecks() {}

  static List<Violation> findings(List<Row> rows) {
    return JournalReplay.steps(rows.stream().map(Row::journaled))
        .filter(step -> step.after().drain().isEmpty())
        .flatMap(step -> step.before().drain().flatMap(drain -> problem(step, drain)).stream())
        .toList();
  }

  private static Optional<Violation> problem(NodeStep step, Drain drain) {
    Duration took = Duration.between(drain.startedAt(), step.event().by().at());
    long expected = Math.max(0, took.toMillis());
    Optional<Long> accounted =
        DrainEnding.in(step.event().event()).account().map(DrainAccount::totalMillis);
    return accounted.equals(Optional.of(expected))
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "ALL_TIME_IS_ACCOUNTED",
                step.event().event() + " ends a drain of " + expected + " ms"));
  }
}
