package ebb.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts events from the start of the process. May be used by any thread. */
public final class Counter {
  private final String name;
  private final String help;
  private final List<String> labels;

  /** Keyed by the label values, joined with a separator that none of them contains. */
  private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

  /**
   * @param name including the suffix {@code _total}
   */
  Counter(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = List.of(labels);
    if (labels.length == 0) {
      counts.put("", new LongAdder());
    }
  }

  /**
   * @param values of the labels; there must be few distinct ones
   */
  public void increment(String... values) {
    add(1, values);
  }

  public void add(long count, String... values) {
    counts.computeIfAbsent(key(values), any -> new LongAdder()).add(count);
  }

  static String key(String... values) {
    return String.join("\0", values);
  }

  static Map<String, String> labels(List<String> names, String key) {
    Map<String, String> labels = new LinkedHashMap<>();
    String[] values = key.split("\0", -1);
    for (int i = 0; i < names.size(); i++) {
      labels.put(names.get(i), values[i]);
    }
    return labels;
  }

  void write(MetricsText text) {
    text.begin(name, "counter", help);
    counts.forEach((key, count) -> text.sample(name, labels(labels, key), count.sum()));
  }
}
