package ebb.domain;

import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.work.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;

/**
 * What the journal knows of how far a running drain is, and when it is told more. A drain costs at
 * most {@link #MOST_ROWS} rows, which lie ever further apart; each has what is known when it is
 * written, so that changes in between cost nothing.
 *
 * @param rows that the drain has cost so far
 * @param at when the newest of them was written
 * @param workload as it was reported; empty if there was no report
 */
public record RecordedProgress(
    int rows, Instant at, Optional<Workload> workload, DrainAccount account) {
  public static final int MOST_ROWS = 8;

  /** The drain is at least so many times as old at a row as at the one before. */
  private static final int GROWTH = 3;

  private static final Duration SHORTEST_GAP = Duration.ofMinutes(1);

  /**
   * Whether a row is due.
   *
   * @param recorded empty before the first row
   * @param workload as {@link Workload#inShort}
   */
  static boolean isDue(
      Optional<RecordedProgress> recorded, Drain drain, Optional<Workload> workload, Instant now) {
    return !waits(recorded.flatMap(RecordedProgress::workload)).equals(waits(workload))
        && recorded.map(newest -> newest.allowsAnother(drain, now)).orElse(true);
  }

  private boolean allowsAnother(Drain drain, Instant now) {
    Duration age = Duration.between(drain.startedAt(), at);
    Instant grown = drain.startedAt().plus(age.multipliedBy(GROWTH));
    return rows < MOST_ROWS && !now.isBefore(grown) && !now.isBefore(at.plus(SHORTEST_GAP));
  }

  /** That a container ends is no news as long as others run. */
  private static Optional<Waits> waits(Optional<Workload> workload) {
    return workload.map(work -> new Waits(work.containers() > 0, work.applications()));
  }

  private record Waits(boolean forContainers, SortedSet<String> applications) {}

  /**
   * That of a node once this event has happened to it.
   *
   * @param before the drain that runs when it happens
   * @param after the drain that runs from then on
   */
  static Optional<RecordedProgress> after(
      Optional<RecordedProgress> recorded,
      Optional<Drain> before,
      Optional<Drain> after,
      NodeEvent event) {
    if (event instanceof DecommissioningProgressed e) {
      int rows = 1 + recorded.map(RecordedProgress::rows).orElse(0);
      return Optional.of(new RecordedProgress(rows, e.by().at(), e.workload(), e.account()));
    }
    boolean goesOn = after.isPresent() && before.map(Drain::epoch).equals(after.map(Drain::epoch));
    return goesOn ? recorded : Optional.empty();
  }
}
