package ebb.bench.report;

import java.util.Arrays;
import java.util.List;

/**
 * A robust estimate of a distribution's centre: the Hodges-Lehmann estimator, with the confidence
 * interval of Wilcoxon's signed-rank test. Both assume only that the values are symmetric about the
 * centre, and outliers move them little. That is why they are used instead of mean and standard
 * deviation: the machine is sometimes busy with other work.
 *
 * @param middle the median of the means of all pairs of values
 * @param lower end of the interval, whose coverage is at least 95 %; NaN with fewer than six
 *     values, which are too few for such an interval
 * @param upper end of the interval, or NaN
 */
record Interval(double middle, double lower, double upper) {
  private static final double OUTSIDE = 0.05;

  /**
   * @param values at least one
   */
  static Interval of(List<Double> values) {
    double[] means = means(values);
    int cut = ranksToLeaveOut(values.size());
    double middle = (means[(means.length - 1) / 2] + means[means.length / 2]) / 2;
    return cut == 0
        ? new Interval(middle, Double.NaN, Double.NaN)
        : new Interval(middle, means[cut - 1], means[means.length - cut]);
  }

  /** For ratios, whose logarithms are symmetric about their centre. */
  static Interval ofRatios(List<Double> ratios) {
    Interval logs = of(ratios.stream().map(Math::log).toList());
    return new Interval(Math.exp(logs.middle), Math.exp(logs.lower), Math.exp(logs.upper));
  }

  /** Whether there were enough values for an interval. */
  boolean isKnown() {
    return !Double.isNaN(lower);
  }

  /** The means of all pairs, each value paired with itself included, in ascending order. */
  private static double[] means(List<Double> values) {
    int n = values.size();
    double[] means = new double[n * (n + 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        means[next++] = (values.get(i) + values.get(j)) / 2;
      }
    }
    Arrays.sort(means);
    return means;
  }

  /**
   * The rank, counted from either end, of the mean at which the interval ends; 0 if even the
   * outermost means are too close.
   */
  private static int ranksToLeaveOut(int n) {
    double[] ways = waysToReachARankSum(n);
    double all = Math.pow(2, n);
    double below = 0;
    int cut = 0;
    while (cut < ways.length && 2 * (below + ways[cut]) / all <= OUTSIDE) {
      below += ways[cut];
      cut++;
    }
    return cut;
  }

  /** For each sum (the index), the number of subsets of 1 to n that have it. */
  private static double[] waysToReachARankSum(int n) {
    double[] ways = new double[n * (n + 1) / 2 + 1];
    ways[0] = 1;
    for (int rank = 1; rank <= n; rank++) {
      for (int sum = ways.length - 1; sum >= rank; sum--) {
        ways[sum] += ways[sum - rank];
      }
    }
    return ways;
  }
}
