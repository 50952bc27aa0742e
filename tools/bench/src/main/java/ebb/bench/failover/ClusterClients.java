package ebb.bench.failover;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.bench.rm.YarnClients;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Requests of clients and administrators to whichever instance leads the cluster. */
final class ClusterClients extends YarnClients {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final ClusterSite site;

  private ClusterClients(ClusterSite site) throws IOException {
    super(site.hadoop(), LIMIT);
    this.site = site;
  }

  static ClusterClients of(ClusterSite site) throws IOException {
    return new ClusterClients(site);
  }

  /** Whether the instance is ready; false if it does not answer. */
  boolean isReady(int instance) {
    return readiness(instance).path("ready").asBoolean();
  }

  /** Whether the instance reports that it leads; false if it does not answer. */
  boolean leads(int instance) {
    return readiness(instance).path("reason").asText().startsWith("leading");
  }

  private JsonNode readiness(int instance) {
    return readinessAt(site.ports().get(instance).adminApi());
  }

  /** Waits until the given leader reports that all nodes have applied the newest refresh. */
  void awaitAppliedAt(int leader) throws IOException, YarnException, InterruptedException {
    awaitApplied(site.ports().get(leader).adminApi());
  }

  /** The deadline of each draining node by node id, as this instance shows it. */
  Map<String, String> deadlines(int instance) throws IOException {
    Map<String, String> deadlines = new HashMap<>();
    for (JsonNode node : ask(instance, "/api/v1/nodes?states=DECOMMISSIONING", OK).path("nodes")) {
      String deadline = node.path("drain").path("deadline").asText("");
      if (!deadline.isEmpty()) {
        deadlines.put(node.path("nodeId").asText(), deadline);
      }
    }
    return deadlines;
  }

  private JsonNode ask(int instance, String path, Integer... expected) throws IOException {
    return get(site.ports().get(instance).adminApi(), path, expected);
  }
}
