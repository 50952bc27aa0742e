package ebb.bench.failover;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What the rounds of a measure have to keep. */
sealed interface Limit {
  /** Whether these values, one or more, keep it. */
  boolean isMet(List<Double> values);

  /** As it stands in the table; empty for none. */
  String text();

  /** No round may have more. */
  record AtMost(double most) implements Limit {
    @Override
    public boolean isMet(List<Double> values) {
      return Collections.max(values) <= most;
    }

    @Override
    public String text() {
      return "<= " + number(most);
    }
  }

  /** The middle of all rounds may have no more than the one, and no round more than the other. */
  record MedianAndMost(double median, double most) implements Limit {
    @Override
    public boolean isMet(List<Double> values) {
      return Collections.max(values) <= most && Statistics.median(values) <= median;
    }

    @Override
    public String text() {
      return "<= " + number(most) + ", median " + number(median);
    }
  }

  /** The middle of all rounds has to have as much. */
  record MedianAtLeast(double least) implements Limit {
    @Override
    public boolean isMet(List<Double> values) {
      return Statistics.median(values) >= least;
    }

    @Override
    public String text() {
      return "median >= " + number(least);
    }
  }

  /** The middle of all rounds may have no more. */
  record MedianAtMost(double most) implements Limit {
    @Override
    public boolean isMet(List<Double> values) {
      return Statistics.median(values) <= most;
    }

    @Override
    public String text() {
      return "median <= " + number(most);
    }
  }

  /** For orientation only. */
  record None() implements Limit {
    @Override
    public boolean isMet(List<Double> values) {
      return true;
    }

    @Override
    public String text() {
      return "";
    }
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
