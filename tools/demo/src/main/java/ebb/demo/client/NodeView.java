package ebb.demo.client;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.StreamSupport;

/**
 * A node as the admin API shows it.
 *
 * @param state one of YARN's eight
 * @param status what a draining node waits for; empty for others
 * @param containers empty if unknown
 * @param applications empty if there are none or they are unknown
 */
public record NodeView(
    NodeId nodeId,
    String state,
    Optional<String> status,
    OptionalInt containers,
    List<String> applications,
    Optional<DrainView> drain) {

  static NodeView parse(JsonNode json) {
    JsonNode containers = json.path("containers");
    return new NodeView(
        NodeId.parse(json.path("nodeId").asText()),
        json.path("state").asText(),
        json.hasNonNull("status") ? Optional.of(json.path("status").asText()) : Optional.empty(),
        containers.isNumber() ? OptionalInt.of(containers.asInt()) : OptionalInt.empty(),
        StreamSupport.stream(json.path("applications").spliterator(), false)
            .map(JsonNode::asText)
            .toList(),
        json.hasNonNull("drain")
            ? Optional.of(DrainView.parse(json.path("drain")))
            : Optional.empty());
  }

  public String host() {
    return nodeId.host();
  }

  public boolean is(String wantedState) {
    return state.equals(wantedState);
  }
}
