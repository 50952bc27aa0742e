package ebb.cli.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.Json;
import ebb.cli.journal.OfflineHistory;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.Table;
import ebb.cli.text.NodeText;
import ebb.domain.text.NaturalOrder;
import ebb.journal.json.EventJson;
import ebb.journal.replay.HistoryLine;
import ebb.journal.replay.NodeStep;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Prints an {@link OfflineHistory} for people, or for programs. */
public final class HistoryOutput {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final int INDENT = 4;

  /** The fraction in the time at the beginning of a line, and in its deadlines. */
  private static final Pattern FRACTION =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\.\\d+Z");

  private final List<NodeStep> shown;
  private final List<NodeStep> fleet;
  private final boolean exact;

  /**
   * @param shown the events to print
   * @param fleet the last step of each node whose state is to be printed
   * @param exact whether times are shown as they are, or to the second
   */
  public HistoryOutput(List<NodeStep> shown, List<NodeStep> fleet, boolean exact) {
    this.exact = exact;
    this.shown = shown;
    this.fleet =
        fleet.stream()
            .sorted(
                Comparator.comparing(
                    last -> last.after().nodeId().toString(), NaturalOrder.INSTANCE))
            .toList();
  }

  public void print(RmOptions output) {
    if (output.json()) {
      output.print(json());
      return;
    }
    shown.forEach(step -> line(output, HistoryLine.of(step), exact));
    output.println("");
    output.println(NodeText.count(fleet.size(), "node") + " at the end of the journal");
    if (!fleet.isEmpty()) {
      output.print(fleetTable());
    }
  }

  /**
   * Prints one event, which may fill several lines of a terminal.
   *
   * @param summary the event's summary, which begins with its time
   */
  public static void line(RmOptions output, String summary, boolean exact) {
    output.printWrapped(exact ? summary : FRACTION.matcher(summary).replaceAll("$1Z"), INDENT);
  }

  private String time(Instant at) {
    return (exact ? at : at.truncatedTo(ChronoUnit.SECONDS)).toString();
  }

  private Table fleetTable() {
    Table table = new Table("NODE", "STATE", "SINCE", "DEADLINE");
    for (NodeStep last : fleet) {
      table.row(
          last.after().nodeId().toString(),
          last.after().state().name(),
          time(last.event().by().at()),
          last.after().drain().flatMap(drain -> drain.deadline()).map(this::time).orElse("-"));
    }
    return table;
  }

  private ObjectNode json() {
    ObjectNode answer = JSON.objectNode();
    ArrayNode events = answer.putArray("events");
    shown.forEach(step -> events.add(eventJson(step)));
    ArrayNode nodes = answer.putArray("nodes");
    fleet.forEach(last -> nodes.add(nodeJson(last)));
    return answer;
  }

  private static ObjectNode eventJson(NodeStep step) {
    ObjectNode event = JSON.objectNode().put("nodeId", step.after().nodeId().toString());
    return event.setAll((ObjectNode) Json.tree(EventJson.of(step)));
  }

  private static ObjectNode nodeJson(NodeStep last) {
    return JSON.objectNode()
        .put("nodeId", last.after().nodeId().toString())
        .put("state", last.after().state().name())
        .put("awaitsRegistration", last.after().awaitsRegistration())
        .put("listVersion", last.after().listVersion());
  }
}
