package ebb.bench.report;

/** What a measure is to reach. */
sealed interface Threshold {
  /** Ebb's value divided by stock's is at most this; over pairs of neighbouring runs. */
  record RatioAtMost(double limit) implements Threshold {}

  /** Ebb's value divided by stock's is at least this; over pairs of neighbouring runs. */
  record RatioAtLeast(double limit) implements Threshold {}

  /** Ebb's value less stock's is at most this; over pairs of neighbouring runs. */
  record DifferenceAtMost(double limit) implements Threshold {}

  /** Ebb's value is at most this in every run. */
  record EbbAtMost(double limit) implements Threshold {}

  /** For orientation only. */
  record None() implements Threshold {}
}
