package ebb.demo.client;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.NodeId;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The admin API's answer to an accepted refresh.
 *
 * @param nodes that the refresh affects
 * @param pending the number of those whose own event is not yet written
 */
public record RefreshAnswer(
    String operationId, long listVersion, List<NodeId> nodes, List<NodeId> pending) {

  static RefreshAnswer parse(JsonNode json) {
    return new RefreshAnswer(
        json.path("operationId").asText(),
        json.path("listVersion").asLong(),
        StreamSupport.stream(json.path("decisions").spliterator(), false)
            .map(decision -> NodeId.parse(decision.path("nodeId").asText()))
            .toList(),
        StreamSupport.stream(json.path("pending").spliterator(), false)
            .map(node -> NodeId.parse(node.asText()))
            .toList());
  }
}
