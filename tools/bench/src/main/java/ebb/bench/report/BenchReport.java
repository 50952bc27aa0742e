package ebb.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All results, as a table and as JSON. */
public final class BenchReport {
  private static final String ROW = "%-34s %4s %11s %11s  %-24s %-8s %s%n";

  private final BenchSettings settings;
  private final List<Round> rounds;
  private final Instant begun;

  public BenchReport(BenchSettings settings, List<Round> rounds, Instant begun) {
    this.settings = settings;
    this.rounds = List.copyOf(rounds);
    this.begun = begun;
  }

  List<Comparison> verdicts() {
    return Arrays.stream(Measure.values())
        .flatMap(measure -> Comparison.of(measure, rounds).stream())
        .toList();
  }

  /** A line for each target that is clearly missed. */
  public List<String> missed() {
    return verdicts().stream()
        .filter(verdict -> verdict.met().equals(Optional.of(false)))
        .map(verdict -> verdict.measure().text() + " " + target(verdict.measure().target()))
        .toList();
  }

  public String table() {
    StringBuilder table =
        new StringBuilder(
            String.format(ROW, "", "unit", "stock", "ebb", "ebb : stock (95 %)", "target", "met"));
    for (Comparison verdict : verdicts()) {
      table.append(
          String.format(
              ROW,
              verdict.measure().text(),
              verdict.measure().unit(),
              verdict.stock().map(BenchReport::number).orElse("-"),
              number(verdict.ebb()),
              verdict.compared().map(BenchReport::interval).orElse("-"),
              target(verdict.measure().target()),
              verdict.met().map(met -> met ? "yes" : "NO").orElse("-")));
    }
    if (rounds.size() < Comparison.FEWEST_ROUNDS) {
      table.append(
          "Medians; fewer than %d rounds allow no statement.%n"
              .formatted(Comparison.FEWEST_ROUNDS));
    }
    return table.toString();
  }

  private static String target(Threshold target) {
    if (target instanceof Threshold.RatioAtMost most) {
      return "<= " + most.limit() + " x";
    } else if (target instanceof Threshold.RatioAtLeast least) {
      return ">= " + least.limit() + " x";
    } else if (target instanceof Threshold.DifferenceAtMost most) {
      return "<= +" + number(most.limit());
    } else if (target instanceof Threshold.EbbAtMost most) {
      return "<= " + number(most.limit());
    }
    return "";
  }

  private static String interval(Interval interval) {
    return interval.isKnown()
        ? "%s (%s to %s)"
            .formatted(
                number(interval.middle()), number(interval.lower()), number(interval.upper()))
        : number(interval.middle());
  }

  private static String number(double value) {
    double size = Math.abs(value);
    String format =
        size >= 100 || value == Math.rint(value) ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  /** Writes all results, round by round. */
  public void write(Path file) throws IOException {
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = RunFacts.report(json, begun, settings);
    rounds.forEach(round -> root.withArray("rounds").add(round(json, round)));
    verdicts().forEach(verdict -> root.withArray("measures").add(verdict(json, verdict)));
    Files.writeString(file, json.writeValueAsString(root) + "\n");
  }

  private static ObjectNode round(ObjectMapper json, Round round) {
    ObjectNode object = json.createObjectNode();
    object.put("scenario", round.scenario());
    object.put("round", round.number());
    object.put("first", round.first().name());
    round.loadBefore().ifPresent(load -> object.put("loadBefore", load));
    object.set("stock", figures(json, round.stock()));
    object.set("ebb", figures(json, round.ebb()));
    return object;
  }

  private static ObjectNode figures(ObjectMapper json, Map<Measure, Double> figures) {
    ObjectNode object = json.createObjectNode();
    figures.forEach((measure, value) -> object.put(measure.name(), value));
    return object;
  }

  private static ObjectNode verdict(ObjectMapper json, Comparison verdict) {
    ObjectNode object = json.createObjectNode();
    object.put("measure", verdict.measure().name());
    object.put("text", verdict.measure().text());
    object.put("unit", verdict.measure().unit());
    object.put("rounds", verdict.rounds());
    verdict.stock().ifPresent(stock -> object.put("stockMedian", stock));
    object.put("ebbMedian", verdict.ebb());
    verdict
        .compared()
        .ifPresent(
            interval -> {
              object.put("compared", interval.middle());
              if (interval.isKnown()) {
                object.put("lower", interval.lower());
                object.put("upper", interval.upper());
              }
            });
    object.put("target", target(verdict.measure().target()));
    verdict.met().ifPresent(met -> object.put("met", met));
    return object;
  }
}
