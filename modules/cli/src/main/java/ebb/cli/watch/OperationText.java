package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.BlockingApplications;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Operations in words for people. */
public final class OperationText {
  private static final int BAR = 20;

  /** Maximum number of applications that are named for an operation. */
  private static final int HOLDERS = 3;

  private OperationText() {}

  /** The state of one node in a few words, without values that change each second. */
  static String standing(JsonNode decision, BlockingApplications holders) {
    if (decision.hasNonNull("outcome")) {
      return Labels.outcome(decision.path("outcome").asText());
    } else if (OperationView.isDraining(decision)) {
      return "waits for " + waitsFor(decision, holders);
    }
    return "pending";
  }

  private static String waitsFor(JsonNode decision, BlockingApplications holders) {
    return OperationView.isDraining(decision) ? NodeText.waitsFor(decision, holders) : "-";
  }

  static String word(JsonNode decision) {
    if (decision.hasNonNull("outcome")) {
      return Labels.outcome(decision.path("outcome").asText());
    }
    return OperationView.isDraining(decision) ? "draining" : "pending";
  }

  /** The progress bar, as in [##########----------] 3 of 6 nodes done, 2 draining, 1 pending. */
  public static String bar(OperationView operation) {
    return bar(
        operation, operation.total() == 0 ? 1 : (double) operation.ended() / operation.total());
  }

  /**
   * @param done from 0 to 1
   */
  public static String bar(OperationView operation, double done) {
    // Only a complete operation has a full bar.
    int filled = operation.ended() >= operation.total() ? BAR : (int) Math.min(BAR * done, BAR - 1);
    return "["
        + "#".repeat(filled)
        + "-".repeat(BAR - filled)
        + "] "
        + counts(operation)
        + left(operation);
  }

  /** How its nodes have ended, and why the exit code is not 0, as in 18 left by force. */
  public static String outcomes(OperationView operation) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    operation.decisions().stream()
        .filter(each -> !OperationView.isOpen(each))
        .forEach(
            each -> counts.merge(Labels.outcome(each.path("outcome").asText()), 1, Integer::sum));
    String all =
        counts.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining("; "));
    return operation.exitCode() == ExitCode.OK
        ? all
        : all
            + " (exit code "
            + operation.exitCode()
            + ": a node that should have left is in service again)";
  }

  private static String left(OperationView operation) {
    int containers = operation.containers();
    return containers > 0 ? "; " + NodeText.count(containers, "container") + " left" : "";
  }

  static String counts(OperationView operation) {
    List<String> parts = new ArrayList<>();
    parts.add(operation.ended() + " of " + NodeText.count(operation.total(), "node") + " done");
    if (operation.draining() > 0) {
      parts.add(operation.draining() + " draining");
    }
    if (operation.pending() > 0) {
      parts.add(operation.pending() + " pending");
    }
    return String.join(", ", parts);
  }

  /** How nodes ended, as in 18 by force, 2 recommissioned; a dash while none has. */
  public static String outcomes(JsonNode counts) {
    List<String> parts = new ArrayList<>();
    counts
        .fields()
        .forEachRemaining(
            count -> {
              if (count.getValue().asInt() > 0) {
                parts.add(count.getValue().asInt() + " " + Labels.ending(count.getKey()));
              }
            });
    return parts.isEmpty() ? "-" : String.join(", ", parts);
  }

  public static Table nodes(List<JsonNode> decisions, BlockingApplications holders) {
    Table table = new Table("NODE", "PROGRESS", "STATUS", "WAITS FOR", "TIME LEFT");
    for (JsonNode each : decisions) {
      table.row(
          NodeText.text(each.path("nodeId")),
          word(each),
          OperationView.isOpen(each) ? NodeText.text(each.path("status")) : "-",
          waitsFor(each, holders),
          OperationView.isOpen(each) ? NodeText.timeLeft(each) : "-");
    }
    return table;
  }

  /** The drains that still run or are pending, with the containers on their nodes. */
  public static String atStake(OperationView operation) {
    return "the drains of "
        + NodeText.count(operation.draining() + operation.pending(), "node")
        + (operation.containers() > 0
            ? " with " + NodeText.count(operation.containers(), "container")
            : "");
  }

  /** The applications that hold the most nodes, a line for each of a few. */
  public static List<String> held(OperationView operation) {
    return operation.holders().lines(HOLDERS, operation.draining());
  }

  /** When the last drain probably ends, on one line; empty while there is no forecast. */
  static List<String> forecast(OperationView operation) {
    JsonNode forecast = operation.json().path("forecast");
    return forecast.hasNonNull("latest")
        ? List.of(
            "%d %%: ends %s to %s; %d of %d such forecasts were right"
                .formatted(
                    forecast.path("percent").asInt(),
                    Labels.instant(forecast.path("earliest")),
                    Labels.instant(forecast.path("latest")),
                    forecast.path("right").asInt(),
                    forecast.path("checked").asInt()))
        : List.of();
  }

  /** A table with the number of nodes that get the same. */
  static Table summary(List<JsonNode> decisions) {
    Map<List<String>, Integer> same = new LinkedHashMap<>();
    for (JsonNode each : decisions) {
      boolean drains = each.hasNonNull("timeoutSource");
      same.merge(
          List.of(
              NodeText.text(each.path("before")),
              NodeText.text(each.path("action")),
              drains ? Labels.timeoutOf(each) : "-",
              Labels.source(each.path("timeoutSource"))),
          1,
          Integer::sum);
    }
    Table table = new Table("NODES", "WERE", "ACTION", "TIMEOUT", "FROM");
    same.forEach(
        (what, number) ->
            table.row(String.valueOf(number), what.get(0), what.get(1), what.get(2), what.get(3)));
    return table;
  }

  /** The decisions in the answer to a refresh, whose progress is not known yet. */
  static Table decisions(List<JsonNode> decisions) {
    Table table = new Table("NODE", "WAS", "ACTION", "TIMEOUT", "FROM", "RULE");
    for (JsonNode each : decisions) {
      boolean drains = each.hasNonNull("timeoutSource");
      table.row(
          NodeText.text(each.path("nodeId")),
          NodeText.text(each.path("before")),
          NodeText.text(each.path("action")),
          drains ? Labels.timeoutOf(each) : "-",
          Labels.source(each.path("timeoutSource")),
          NodeText.text(each.path("rule")));
    }
    return table;
  }

  public static String because(JsonNode operation) {
    return operation.hasNonNull("reason") ? ": " + operation.path("reason").asText() : "";
  }
}
