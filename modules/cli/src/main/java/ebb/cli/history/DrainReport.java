package ebb.cli.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import ebb.cli.client.Json;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.Table;
import ebb.cli.text.Labels;
import ebb.cli.text.LastDrainText;
import ebb.cli.text.NodeText;
import ebb.domain.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Drains that have ended, for people and for spreadsheets.
 *
 * @param drains the drains as the admin API returns them, the oldest first
 */
public record DrainReport(ArrayNode drains) {

  /** The columns of the CSV: a name, and a pointer to the value, or to what is counted. */
  private enum Column {
    NODE("/nodeId"),
    STARTED_AT("/startedAt"),
    ENDED_AT("/at"),
    SECONDS("/seconds"),
    OUTCOME("/outcome"),
    BY("/by"),
    REASON("/reason"),
    ASKED_BY("/askedBy/actor"),
    OPERATION("/askedBy/operationId"),
    TIMEOUT_SECONDS("/timeoutSeconds"),
    TIMEOUT_SOURCE("/timeoutSource"),
    DEADLINE("/deadline"),
    LATE_MILLIS("/lateMillis"),
    INSTANCE("/instance"),
    FAILOVERS("/failovers"),
    CONTAINERS("/containers"),
    APPLICATIONS("/applications"),
    WAIT_CONTAINER_MILLIS("/account/waitContainerMillis"),
    WAIT_APP_MILLIS("/account/waitAppMillis"),
    NO_REPORT_MILLIS("/account/noReportMillis"),
    UNOBSERVED_MILLIS("/account/unobservedMillis"),
    HELD_MILLIS("/account/heldMillis");

    private final String pointer;

    Column(String pointer) {
      this.pointer = pointer;
    }

    private String in(JsonNode drain) {
      JsonNode value = drain.at(pointer);
      if (value.isArray()) {
        return String.valueOf(value.size());
      }
      return value.isValueNode() && !value.isNull() ? quoted(inert(value)) : "";
    }
  }

  /** Quotes text whose beginning would make it a formula in a spreadsheet. */
  private static String inert(JsonNode value) {
    String text = NodeText.text(value);
    return value.isTextual() && text.matches("(?s)[=+@-].*") ? "'" + text : text;
  }

  /** Quotes a value as in RFC 4180, whose line ends however differ. */
  private static String quoted(String value) {
    return value.matches("(?s).*[\",\r\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }

  public void printCsv(RmOptions output) {
    output.println(
        Arrays.stream(Column.values())
            .map(column -> column.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(",")));
    for (JsonNode drain : drains) {
      output.println(
          Arrays.stream(Column.values())
              .map(column -> column.in(drain))
              .collect(Collectors.joining(",")));
    }
  }

  public void print(RmOptions output) {
    Table table =
        new Table(
            "NODE",
            "STARTED",
            "TOOK",
            "ENDED WITH",
            "LATE",
            "FAILOVERS",
            "STILL RAN",
            "BY",
            "REASON",
            "REQUESTED BY");
    for (JsonNode drain : drains) {
      LastDrainText text = new LastDrainText(drain);
      table.row(
          NodeText.text(drain.path("nodeId")),
          Labels.instant(drain.path("startedAt")),
          text.took(),
          text.outcome(),
          drain.hasNonNull("lateMillis")
              ? DurationText.of(Duration.ofMillis(drain.path("lateMillis").asLong()))
              : "-",
          String.valueOf(drain.path("failovers").size()),
          text.remaining(),
          NodeText.text(drain.path("by")),
          drain.hasNonNull("reason") ? drain.path("reason").asText() : "-",
          NodeText.text(drain.at("/askedBy/actor")));
    }
    if (!drains.isEmpty()) {
      output.print(table);
    }
    output.println(summary());
  }

  private String summary() {
    TreeMap<String, Integer> outcomes = new TreeMap<>();
    drains.forEach(
        drain -> outcomes.merge(Labels.outcome(drain.path("outcome").asText()), 1, Integer::sum));
    String counts =
        outcomes.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return NodeText.count(drains.size(), "drain")
        + " ended"
        + (counts.isEmpty() ? "" : ": " + counts);
  }

  /** A report of drains, sorted by their end, the oldest first. */
  public static DrainReport of(List<JsonNode> drains) {
    ArrayNode sorted = Json.array();
    drains.stream()
        .sorted(Comparator.comparing(drain -> Instant.parse(drain.path("at").asText())))
        .forEach(sorted::add);
    return new DrainReport(sorted);
  }
}
