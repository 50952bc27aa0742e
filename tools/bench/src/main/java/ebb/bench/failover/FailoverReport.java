package ebb.bench.failover;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.bench.report.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All results, as a table and as JSON. */
final class FailoverReport {
  private static final String ROW = "%-12s %-30s %4s %10s  %-20s %-20s %s%n";

  private final FailoverSettings settings;
  private final List<Round> rounds;
  private final Instant begun;

  /**
   * @param rounds in the order in which they ran
   */
  FailoverReport(FailoverSettings settings, List<Round> rounds, Instant begun) {
    this.settings = settings;
    this.rounds = List.copyOf(rounds);
    this.begun = begun;
  }

  /**
   * One run of a scenario.
   *
   * @param number from 1
   * @param loadBefore the machine's load average of the last minute; empty where the system does
   *     not report it
   */
  record Round(
      FailoverScenario scenario,
      int number,
      Optional<Double> loadBefore,
      Map<FailoverMeasure, Double> figures) {}

  String table() {
    StringBuilder table =
        new StringBuilder(
            String.format(ROW, "scenario", "", "unit", "median", "range", "target", "met"));
    for (FailoverScenario scenario : FailoverScenario.values()) {
      for (FailoverMeasure measure : FailoverMeasure.values()) {
        List<Double> values = values(scenario, measure);
        if (!values.isEmpty()) {
          Limit limit = measure.limit(scenario);
          table.append(
              String.format(
                  ROW,
                  scenario.text(),
                  measure.text(),
                  measure.unit(),
                  number(Statistics.median(values)),
                  number(Collections.min(values)) + " to " + number(Collections.max(values)),
                  limit.text(),
                  met(limit, values)));
        }
      }
    }
    return table.toString();
  }

  /** A line for each limit that the rounds miss. */
  List<String> missed() {
    List<String> missed = new ArrayList<>();
    for (FailoverScenario scenario : FailoverScenario.values()) {
      for (FailoverMeasure measure : FailoverMeasure.values()) {
        List<Double> values = values(scenario, measure);
        Limit limit = measure.limit(scenario);
        if (!values.isEmpty() && !limit.isMet(values)) {
          missed.add("%s: %s %s".formatted(scenario.text(), measure.text(), limit.text()));
        }
      }
    }
    return missed;
  }

  private List<Double> values(FailoverScenario scenario, FailoverMeasure measure) {
    return rounds.stream()
        .filter(round -> round.scenario() == scenario)
        .flatMap(round -> Stream.ofNullable(round.figures().get(measure)))
        .toList();
  }

  private static String met(Limit limit, List<Double> values) {
    if (limit instanceof Limit.None) {
      return "";
    }
    return limit.isMet(values) ? "yes" : "NO";
  }

  private static String number(double value) {
    String format = Math.abs(value) >= 1000 || value == Math.rint(value) ? "%.0f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  /** Writes all results, round by round. */
  void write(Path file) throws IOException {
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = RunFacts.report(json, begun, settings);
    for (Round round : rounds) {
      ObjectNode object = root.withArray("rounds").addObject();
      object.put("scenario", round.scenario().text());
      object.put("round", round.number());
      round.loadBefore().ifPresent(load -> object.put("loadBefore", load));
      round.figures().forEach((measure, value) -> object.put(measure.name(), value));
    }
    for (FailoverScenario scenario : FailoverScenario.values()) {
      for (FailoverMeasure measure : FailoverMeasure.values()) {
        List<Double> values = values(scenario, measure);
        if (!values.isEmpty()) {
          ObjectNode object = root.withArray("measures").addObject();
          object.put("scenario", scenario.text());
          object.put("measure", measure.name());
          object.put("text", measure.text());
          object.put("unit", measure.unit());
          object.put("median", Statistics.median(values));
          object.put("least", Collections.min(values));
          object.put("most", Collections.max(values));
          Limit limit = measure.limit(scenario);
          if (!(limit instanceof Limit.None)) {
            object.put("target", limit.text());
            object.put("met", limit.isMet(values));
          }
        }
      }
    }
    Files.writeString(file, json.writeValueAsString(root) + "\n");
  }
}
