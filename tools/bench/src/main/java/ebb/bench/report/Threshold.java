package ebb.bench.report;

/** The target of a measure. */
sealed interface Threshold {
  /** The ratio of Ebb to stock, over paired runs, is at most this. */
  record RatioAtMost(double limit) implements Threshold {}

  /** The ratio of Ebb to stock, over paired runs, is at least this. */
  record RatioAtLeast(double limit) implements Threshold {}

  /** Ebb's value minus stock's, over paired runs, is at most this. */
  record DifferenceAtMost(double limit) implements Threshold {}

  /** Ebb's value is at most this in every run. */
  record EbbAtMost(double limit) implements Threshold {}

  /** Reported without a target. */
  record None() implements Threshold {}
}
