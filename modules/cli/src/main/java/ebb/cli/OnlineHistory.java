package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

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
    List<ObjectNode> events = new ArrayList<>();
    for (String node : nodes(client)) {
      JsonNode answer = client.get("/api/v1/nodes/" + AdminClient.segment(node) + "/history");
      for (JsonNode event : answer.path("events")) {
        if (isWanted(event)) {
          events.add(Json.object().put("nodeId", node).setAll((ObjectNode) event));
        }
      }
    }
    // Sorting keeps the order of what happened to a node at the same instant.
    events.sort(Comparator.comparing(OnlineHistory::at));
    ObjectNode answer = Json.object();
    ArrayNode array = answer.putArray("events");
    events.forEach(array::add);
    return answer;
  }

  private List<String> nodes(AdminClient client) {
    if (nodeId.isPresent()) {
      return List.of(nodeId.get());
    }
    JsonNode holders =
        operation.isPresent()
            ? Operation.of(client, operation.get()).json().path("decisions")
            : AllNodes.where(client, Map.of());
    return StreamSupport.stream(holders.spliterator(), false)
        .map(each -> each.path("nodeId").asText())
        .distinct()
        .toList();
  }

  private boolean isWanted(JsonNode event) {
    return operation.filter(id -> !id.equals(event.path("operationId").asText())).isEmpty()
        && since.filter(from -> at(event).isBefore(from)).isEmpty();
  }

  private static Instant at(JsonNode event) {
    return event.hasNonNull("at") ? Instant.parse(event.path("at").asText()) : Instant.EPOCH;
  }
}
