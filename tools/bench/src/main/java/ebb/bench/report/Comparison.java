package ebb.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The result of one measure over all rounds.
 *
 * @param stock median; empty where stock has nothing to measure
 * @param ebb median
 * @param compared ratio or difference of paired runs; empty where there is nothing to compare
 * @param met empty without a target, or with too few rounds to tell
 */
public record Comparison(
    Measure measure,
    int rounds,
    Optional<Double> stock,
    double ebb,
    Optional<Interval> compared,
    Optional<Boolean> met) {
  /** With fewer rounds the result is inconclusive. */
  static final int FEWEST_ROUNDS = 7;

  /** Empty if nothing was measured. */
  static Optional<Comparison> of(Measure measure, List<Round> rounds) {
    List<Double> stock = new ArrayList<>();
    List<Double> ebb = new ArrayList<>();
    for (Round round : rounds) {
      Optional.ofNullable(round.stock().get(measure)).ifPresent(stock::add);
      Optional.ofNullable(round.ebb().get(measure)).ifPresent(ebb::add);
    }
    if (ebb.isEmpty()) {
      return Optional.empty();
    }
    Optional<Interval> compared = compared(measure, stock, ebb);
    return Optional.of(
        new Comparison(
            measure,
            ebb.size(),
            stock.isEmpty() ? Optional.empty() : Optional.of(median(stock)),
            median(ebb),
            compared,
            met(measure.target(), compared, ebb)));
  }

  private static Optional<Interval> compared(
      Measure measure, List<Double> stock, List<Double> ebb) {
    if (stock.size() != ebb.size()) {
      return Optional.empty();
    }
    if (measure.target() instanceof Threshold.DifferenceAtMost) {
      return Optional.of(Interval.of(pairs(stock, ebb, (theirs, ours) -> ours - theirs)));
    }
    boolean ratiosMakeSense =
        stock.stream().allMatch(value -> value > 0) && ebb.stream().allMatch(value -> value > 0);
    return ratiosMakeSense
        ? Optional.of(Interval.ofRatios(pairs(stock, ebb, (theirs, ours) -> ours / theirs)))
        : Optional.empty();
  }

  private static List<Double> pairs(
      List<Double> stock, List<Double> ebb, java.util.function.BinaryOperator<Double> compare) {
    List<Double> pairs = new ArrayList<>();
    for (int i = 0; i < stock.size(); i++) {
      pairs.add(compare.apply(stock.get(i), ebb.get(i)));
    }
    return pairs;
  }

  private static Optional<Boolean> met(
      Threshold target, Optional<Interval> compared, List<Double> ebb) {
    if (ebb.size() < FEWEST_ROUNDS) {
      return Optional.empty();
    }
    if (target instanceof Threshold.RatioAtMost most) {
      return compared.map(interval -> interval.lower() <= most.limit());
    } else if (target instanceof Threshold.RatioAtLeast least) {
      return compared.map(interval -> interval.upper() >= least.limit());
    } else if (target instanceof Threshold.DifferenceAtMost most) {
      return compared.map(interval -> interval.lower() <= most.limit());
    } else if (target instanceof Threshold.EbbAtMost most) {
      return Optional.of(Collections.max(ebb) <= most.limit());
    }
    return Optional.empty();
  }

  public static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }
}
