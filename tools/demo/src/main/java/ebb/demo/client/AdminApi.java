package ebb.demo.client;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.NodeId;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/** Ebb's admin API over HTTP: the requests for observing a cluster and draining its nodes. */
public final class AdminApi {
  private final JsonClient client;

  public AdminApi(int port) {
    this(List.of(port));
  }

  /** Uses any of these instances that answers. */
  public AdminApi(List<Integer> ports) {
    client = new JsonClient(ports);
  }

  /** The value for {@code --rm}. */
  public String address() {
    return client.servers();
  }

  public void authorizeBy(Supplier<String> authorization) {
    client.authorizeBy(authorization);
  }

  /**
   * All nodes, ordered by their ids.
   *
   * @throws IOException if the API does not answer
   */
  public List<NodeView> nodes() throws IOException {
    return StreamSupport.stream(client.get("/api/v1/nodes").path("nodes").spliterator(), false)
        .map(NodeView::parse)
        .sorted(Comparator.comparing(NodeView::nodeId))
        .toList();
  }

  /**
   * All events of a node, in their order.
   *
   * @throws IOException if the API does not answer, or does not know the node
   */
  public List<PastEvent> history(NodeId nodeId) throws IOException {
    JsonNode events = client.get("/api/v1/nodes/" + nodeId + "/history").path("events");
    return StreamSupport.stream(events.spliterator(), false).map(PastEvent::parse).toList();
  }

  /** Whether the instance reports ready; false if it does not answer. */
  public boolean isReady() {
    try {
      return client.status("/health/ready") == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether the instance reports that it leads; false if it does not answer. */
  public boolean leads() {
    try {
      return client.get("/health/ready").path("reason").asText().startsWith("leading");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The warnings of an instance that is ready.
   *
   * @throws IOException if the API does not answer, or the instance is not ready
   */
  public List<String> warnings() throws IOException {
    JsonNode warnings = client.get("/health/ready").path("warnings");
    return StreamSupport.stream(warnings.spliterator(), false).map(JsonNode::asText).toList();
  }

  /**
   * Refreshes gracefully, which drains what the lists exclude.
   *
   * @param timeout of the drains
   * @param key idempotency key; repeat an unanswered request with the same one
   * @throws IOException if there is no answer, or the request is rejected
   */
  public RefreshAnswer drain(Duration timeout, String key) throws IOException {
    String body = "{\"type\": \"GRACEFUL\", \"timeoutSecs\": " + timeout.toSeconds() + "}";
    return RefreshAnswer.parse(
        client.send("POST", "/api/v1/refresh", body, Map.of("Idempotency-Key", key)));
  }

  /**
   * Immediately ends the drains that an operation began.
   *
   * @throws IOException if there is no answer, or the request is rejected
   */
  public RefreshAnswer force(String operationId) throws IOException {
    return RefreshAnswer.parse(
        client.send("POST", "/api/v1/operations/" + operationId + "/force", "{}", Map.of()));
  }

  /**
   * Changes the timeout of a running drain. The answer means that the change is accepted, not that
   * the node has applied it.
   *
   * @param timeout from the start of the drain
   * @throws IOException if there is no answer, or the request is rejected
   */
  public void changeTimeout(NodeId nodeId, Duration timeout) throws IOException {
    String body = "{\"timeoutSecs\": " + timeout.toSeconds() + "}";
    client.send("PUT", "/api/v1/nodes/" + nodeId + "/timeout", body, Map.of());
  }
}
