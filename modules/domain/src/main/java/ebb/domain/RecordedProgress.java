package ebb.domain;

import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.work.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The journaled progress of a running drain, and the rule for when more is recorded. A drain causes
 * at most {@link #MOST_ROWS} rows, at growing intervals. Each row contains what is known when it is
 * written, so changes in between cost nothing.
 *
 * @param rows number of rows that the drain has caused so far
 * @param at when the newest row was written
 * @param workload as reported; empty if there was no report
 */
public record RecordedProgress(
    int rows, Instant at, Optional<Workload> workload, DrainAccount account) {
  public static final int MOST_ROWS = 8;

  /** From one row to the next, the age of the drain grows at least by this factor. */
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

  /** The end of a container is not recorded while other containers are running. */
  private static Optional<Waits> waits(Optional<Workload> workload) {
    return workload.map(work -> new Waits(work.containers() > 0, work.applications()));
  }

  private record Waits(boolean forContainers, SortedSet<String> applications) {}

  /**
   * The recorded progress of a node after this event.
   *
   * @param before the drain that is running when the event occurs
   * @param after the drain that is running after the event
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
