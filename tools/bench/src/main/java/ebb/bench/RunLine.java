package ebb.bench;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The line of output for a single run. */
public final class RunLine {
  private RunLine() {}

  /**
   * The machine's load average of the last minute; empty where the system does not report it. Call
   * it before the run.
   */
  public static Optional<Double> load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0 ? Optional.empty() : Optional.of(load);
  }

  /** One line of text, in the order of the map. */
  public static String of(String run, Map<? extends Enum<?>, Double> figures) {
    return run
        + ": "
        + figures.entrySet().stream()
            .map(each -> String.format(Locale.ROOT, "%s %.3f", each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
  }
}
