package ebb.bench.failover;

import java.time.Duration;
import java.util.List;

/** The few statistics that are needed. */
final class Statistics {
  private Statistics() {}

  /** Of one value or more. */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }

  /**
   * So many in a hundred took at most this, in seconds.
   *
   * @param ascending one or more
   */
  static double percentile(List<Duration> ascending, int percent) {
    int rank = (ascending.size() * percent + 99) / 100;
    return seconds(ascending.get(Math.max(rank, 1) - 1));
  }

  static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
