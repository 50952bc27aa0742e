package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Events of one node, of the nodes of an operation, or of all, as a running ResourceManager tells
 * them.
 *
 * @param nodeId empty for those of the operation, or else all
 * @param operation empty for events of any
 * @param since empty for events of all times
 */
record OnlineHistory(Optional<String> nodeId, Optional<String> operation, Optional<Instant> since) {

  /**
   * The answer has them in {@code events}, the oldest first, each with its {@code nodeId}.
   *
   * @throws CommandException as {@link AdminClient#send}
   */
  ObjectNode read(AdminClient client) {
    List<JsonNode> events =
        new ArrayList<>(nodeId.map(node -> ofOne(client, node)).orElseGet(() -> ofMany(client)));
    // Sorting keeps the order of what happened to a node at the same instant.
    events.sort(Comparator.comparing(OnlineHistory::at));
    ObjectNode answer = Json.object();
    answer.putArray("events").addAll(events);
    return answer;
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

  /** The ResourceManager chooses: one question per node would be many. */
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
