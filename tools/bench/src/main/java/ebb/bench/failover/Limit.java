package ebb.bench.failover;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A limit that the rounds of a measure must keep. */
sealed interface Limit {
  /** Whether these values, one or more, keep the limit. */
  boolean isMet(List<Double> values);

  /** The limit in the table; empty for none. */
  String text();

  /** Every round has at most this. */
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

  /** The median of all rounds and each single round have an upper limit. */
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

  /** The median of all rounds is at least this. */
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

  /** The median of all rounds is at most this. */
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

  /** Reported without a limit. */
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
