package ebb.journal.feed;

import akka.util.ByteString;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.domain.NodeId;
import ebb.journal.event.EventManifests;
import ebb.journal.event.JournaledEvent;
import ebb.journal.json.EventJson;
import ebb.journal.replay.NodeStep;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event in the form for followers, serialized once for all of them.
 *
 * @param position the position after the event
 * @param name the kind of the event, as in {@link EventManifests#names()}
 * @param at when it was decided
 * @param node empty for an event of the lists
 * @param operation the operation that the event belongs to, if any
 * @param json as in a history, on one line
 */
public record FeedEvent(
    EventPosition position,
    String name,
    Instant at,
    Optional<NodeId> node,
    Optional<String> operation,
    ByteString json) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static FeedEvent of(NodeStep step) {
    NodeId node = step.after().nodeId();
    return of(step.event(), Optional.of(node), EventJson.of(step));
  }

  static FeedEvent of(JournaledEvent.OfLists event) {
    return of(event, Optional.empty(), EventJson.of(event));
  }

  private static FeedEvent of(
      JournaledEvent event, Optional<NodeId> node, Map<String, @Nullable Object> fields) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("nodeId", node.map(NodeId::toString).orElse(null));
    all.putAll(fields);
    try {
      return new FeedEvent(
          EventPosition.behind(event),
          event.name(),
          event.by().at(),
          node,
          event.by().operationId(),
          ByteString.fromArray(MAPPER.writeValueAsBytes(all)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON for " + event, e);
    }
  }
}
