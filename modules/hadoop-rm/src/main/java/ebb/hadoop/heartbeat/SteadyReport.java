package ebb.hadoop.heartbeat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Remembers a report of nothing but running containers, in numbers, to know it again when the next
 * heartbeat repeats it. Which containers a node has is read from far apart in memory; this is in
 * one place.
 */
final class SteadyReport {

  /** Repeated by no report. */
  static final SteadyReport NONE = new SteadyReport(null);

  private static final SteadyReport EMPTY = new SteadyReport(new long[0]);

  private final long @Nullable [] numbers;

  private SteadyReport(long @Nullable [] numbers) {
    this.numbers = numbers;
  }

  /**
   * @return {@link #NONE} if a container does not run, or more is said of one than what it is and
   *     how large
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

  /** Whether it says of the same containers the same, in the same order. */
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
