package ebb.demo.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.NodeId;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;

/** Ebb's admin API over HTTP, as far as a look at the cluster needs it. */
public final class AdminApi {
  private final JsonClient client;

  AdminApi(int port) {
    client = new JsonClient(port);
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

  /** Whether the API says that the instance is ready; no answer is a no. */
  public boolean isReady() {
    try {
      return client.status("/health/ready") == 200;
    } catch (IOException e) {
      return false;
    }
  }
}
