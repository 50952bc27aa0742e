package ebb.metrics;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the text format of Prometheus, version 0.0.4. Each family of metrics is written once, with
 * all of its samples. Not thread-safe.
 */
public final class MetricsText {
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final StringBuilder text = new StringBuilder();

  /** Writes a gauge without labels. */
  public void gauge(String name, String help, Number value) {
    begin(name, "gauge", help);
    sample(name, Map.of(), value);
  }

  /**
   * @param values keyed by label value
   */
  public void gauge(String name, String help, String label, Map<String, ? extends Number> values) {
    begin(name, "gauge", help);
    values.forEach((value, number) -> sample(name, Map.of(label, value), number));
  }

  /** Writes an info metric: a gauge of 1 whose labels carry the information. */
  public void info(String name, String help, Map<String, String> labels) {
    begin(name, "gauge", help);
    sample(name, labels, 1);
  }

  public MetricsText append(MetricsText others) {
    text.append(others.text);
    return this;
  }

  void begin(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(escaped(help)).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  void sample(String name, Map<String, String> labels, Number value) {
    text.append(name);
    if (!labels.isEmpty()) {
      text.append(
          labels.entrySet().stream()
              .map(each -> each.getKey() + "=\"" + quoted(each.getValue()) + "\"")
              .collect(Collectors.joining(",", "{", "}")));
    }
    text.append(' ').append(number(value.doubleValue())).append('\n');
  }

  /** Returns a copy of the labels with one more label. */
  static Map<String, String> and(Map<String, String> labels, String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(labels);
    more.put(name, value);
    return more;
  }

  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.format(Locale.ROOT, "%d", (long) value)
        : Double.toString(value);
  }

  private static String escaped(String help) {
    return help.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static String quoted(String value) {
    return escaped(value).replace("\"", "\\\"");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
