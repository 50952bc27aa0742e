package ebb.hadoop.heartbeat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report that contains only running containers, stored as numbers to recognise it when the next
 * heartbeat repeats it. The containers themselves are scattered in memory; these numbers are in one
 * place.
 */
final class SteadyReport {

  /** Matches no report. */
  static final SteadyReport NONE = new SteadyReport(null);

  private static final SteadyReport EMPTY = new SteadyReport(new long[0]);

  private final long @Nullable [] numbers;

  private SteadyReport(long @Nullable [] numbers) {
    this.numbers = numbers;
  }

  /**
   * @return {@link #NONE} if a container is not running, has container attributes, or has a size
   *     beyond memory and virtual cores
   */
  static SteadyReport of(List<ReportedContainer> report) {
    if (report.isEmpty()) {
      return EMPTY;
    }
    long[] numbers = new long[report.size() * ReportedContainer.NUMBERS];
    int next = 0;
    for (ReportedContainer each : report) {
      if (!each.isInNumbers()) {
        return NONE;
      }
      for (int which = 0; which < ReportedContainer.NUMBERS; which++) {
        numbers[next++] = each.number(which);
      }
    }
    return new SteadyReport(numbers);
  }

  /** Whether the report has the same containers with the same numbers, in the same order. */
  boolean isRepeatedBy(List<ReportedContainer> report) {
    if (numbers == null || numbers.length != report.size() * ReportedContainer.NUMBERS) {
      return false;
    }
    int next = 0;
    for (ReportedContainer each : report) {
      if (!each.isInNumbers()) {
        return false;
      }
      for (int which = 0; which < ReportedContainer.NUMBERS; which++) {
        if (numbers[next++] != each.number(which)) {
          return false;
        }
      }
    }
    return true;
  }
}
