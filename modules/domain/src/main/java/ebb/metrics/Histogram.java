package ebb.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** Counts durations since the start of the process. May be used by any thread. */
public final class Histogram {
  private final String name;
  private final String help;
  private final List<String> labels;
  private final double[] bounds;
  private final Map<String, Series> series = new ConcurrentSkipListMap<>();

  /**
   * @param name including the suffix {@code _seconds}
   * @param bounds upper bounds of the buckets, in seconds, in ascending order
   */
  Histogram(String name, String help, double[] bounds, String... labels) {
    this.name = name;
    this.help = help;
    this.bounds = bounds.clone();
    this.labels = List.of(labels);
    if (labels.length == 0) {
      series.put("", new Series(bounds.length));
    }
  }

  private static final class Series {
    private final long[] buckets;
    private long count;
    private double sum;

    Series(int size) {
      buckets = new long[size];
    }

    synchronized void add(double seconds, double[] bounds) {
      count++;
      sum += seconds;
      for (int i = 0; i < bounds.length; i++) {
        if (seconds <= bounds[i]) {
          buckets[i]++;
        }
      }
    }
  }

  /**
   * @param values of the labels; there must be few distinct ones
   */
  public void observe(Duration time, String... values) {
    series
        .computeIfAbsent(Counter.key(values), any -> new Series(bounds.length))
        .add(time.toNanos() / 1e9, bounds);
  }

  void write(MetricsText text) {
    text.begin(name, "histogram", help);
    series.forEach((key, one) -> write(text, Counter.labels(labels, key), one));
  }

  private void write(MetricsText text, Map<String, String> own, Series one) {
    synchronized (one) {
      for (int i = 0; i < bounds.length; i++) {
        text.sample(
            name + "_bucket",
            MetricsText.and(own, "le", MetricsText.number(bounds[i])),
            one.buckets[i]);
      }
      text.sample(name + "_bucket", MetricsText.and(own, "le", "+Inf"), one.count);
      text.sample(name + "_sum", own, one.sum);
      text.sample(name + "_count", own, one.count);
    }
  }
}
