package ebb.cli.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.client.Pages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Events of one node, of the nodes of an operation, or of all nodes, as a running ResourceManager
 * returns them.
 *
 * @param nodeId only this node; empty for the nodes of the operation, or else for all
 * @param operation only events of this operation; empty for all
 * @param since only events from this time on; empty for all
 */
public record HttpHistory(
    Optional<String> nodeId, Optional<String> operation, Optional<Instant> since) {

  /**
   * Requests the events. The result has them in {@code events}, the oldest first, each with its
   * {@code nodeId}; see {@link #merged}.
   *
   * @throws CommandException as {@link AdminClient#send}
   */
  public ObjectNode read(AdminClient client) {
    List<JsonNode> events =
        new ArrayList<>(nodeId.map(node -> ofOne(client, node)).orElseGet(() -> ofMany(client)));
    ObjectNode answer = Json.object();
    answer.putArray("events").addAll(merged(events));
    return answer;
  }

  /**
   * Merges events into one list by time. Each node's events stay in the order of their sequence
   * numbers, even where the clock went back between two of them: there, an event counts as of the
   * time of the one before it.
   *
   * @param events the events, each node's in the order of their sequence numbers
   */
  static List<JsonNode> merged(List<JsonNode> events) {
    record Timed(Instant at, JsonNode event) {}
    Map<String, Instant> newest = new HashMap<>();
    List<Timed> timed = new ArrayList<>();
    for (JsonNode event : events) {
      Instant time =
          newest.merge(event.path("nodeId").asText(), at(event), (a, b) -> a.isAfter(b) ? a : b);
      timed.add(new Timed(time, event));
    }
    // Sorting keeps the order of events of the same time.
    return timed.stream().sorted(Comparator.comparing(Timed::at)).map(Timed::event).toList();
  }

  private List<JsonNode> ofOne(AdminClient client, String node) {
    List<JsonNode> events = new ArrayList<>();
    JsonNode answer = client.get("/api/v1/nodes/" + AdminClient.segment(node) + "/history");
    for (JsonNode event : answer.path("events")) {
      if (isWanted(event)) {
        events.add(Json.object().put("nodeId", node).setAll((ObjectNode) event));
      }
    }
    return events;
  }

  /** Lets the ResourceManager select the events: one request per node would be too many. */
  private List<JsonNode> ofMany(AdminClient client) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put("operation", operation.stream().toList());
    query.put("since", since.map(Instant::toString).stream().toList());
    List<JsonNode> events = new ArrayList<>();
    Pages.of(client, "/api/v1/history", query, "events").forEach(events::add);
    return events;
  }

  private boolean isWanted(JsonNode event) {
    return operation.filter(id -> !id.equals(event.path("operationId").asText())).isEmpty()
        && since.filter(from -> at(event).isBefore(from)).isEmpty();
  }

  private static Instant at(JsonNode event) {
    return event.hasNonNull("at") ? Instant.parse(event.path("at").asText()) : Instant.EPOCH;
  }
}
