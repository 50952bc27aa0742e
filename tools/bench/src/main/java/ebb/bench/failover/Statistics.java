package ebb.bench.failover;

import java.time.Duration;
import java.util.List;

final class Statistics {
  private Statistics() {}

  /**
   * @param values one or more
   */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }

  /**
   * The given percentile, in seconds.
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
