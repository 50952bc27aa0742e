package ebb.bench.report;

import java.util.Arrays;
import java.util.List;

/**
 * Where the middle of a distribution lies: the estimate of Hodges and Lehmann, and the interval
 * that belongs to Wilcoxon's signed-rank test. Both ask no more of the values than that they lie
 * evenly on both sides of the middle, and one wild value moves them little, which is why they are
 * taken rather than mean and standard deviation: a machine is busy with something else now and
 * then.
 *
 * @param middle the median of the means of all pairs of values
 * @param lower with at least 95 % probability the middle is not below; not a number where there are
 *     fewer than six values, of which no such interval can be told
 * @param upper with at least 95 % probability the middle is not above
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

  /** Of ratios, which lie evenly about their middle as logarithms. */
  static Interval ofRatios(List<Double> ratios) {
    Interval logs = of(ratios.stream().map(Math::log).toList());
    return new Interval(Math.exp(logs.middle), Math.exp(logs.lower), Math.exp(logs.upper));
  }

  /** Whether there were enough values. */
  boolean isKnown() {
    return !Double.isNaN(lower);
  }

  /** Of all pairs, each value with itself among them, in ascending order. */
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
   * The number of the mean, counted from either end, at which the interval ends; 0 if even the
   * outermost ones are too near.
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

  /** Of the numbers 1 to n, how many subsets have the sum that is the index. */
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
