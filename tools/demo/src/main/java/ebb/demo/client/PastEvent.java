package ebb.demo.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * An event of a node as the admin API shows it.
 *
 * @param name such as {@code node.registered}
 * @param cause of the end of a node's service; empty for other events
 * @param summary one line for people
 */
public record PastEvent(String name, Optional<String> cause, String summary) {
  static PastEvent parse(JsonNode json) {
    return new PastEvent(
        json.path("event").asText(),
        json.hasNonNull("cause") ? Optional.of(json.path("cause").asText()) : Optional.empty(),
        json.path("summary").asText());
  }
}
