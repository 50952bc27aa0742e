package ebb.bench.failover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.demo.cluster.ClusterPorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterMetricsRequest;
import org.apache.hadoop.yarn.api.records.DecommissionType;
import org.apache.hadoop.yarn.api.records.YarnClusterMetrics;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;

/** What clients and administrators ask a cluster; its leader answers, whichever it is. */
final class ClusterClients implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final ClusterSite site;
  private final ApplicationClientProtocol client;
  private final ResourceManagerAdministrationProtocol admin;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();
  private final ObjectMapper json = new ObjectMapper();

  private ClusterClients(
      ClusterSite site,
      ApplicationClientProtocol client,
      ResourceManagerAdministrationProtocol admin) {
    this.site = site;
    this.client = client;
    this.admin = admin;
  }

  static ClusterClients of(ClusterSite site) throws IOException {
    return new ClusterClients(
        site,
        ClientRMProxy.createRMProxy(site.hadoop(), ApplicationClientProtocol.class),
        ClientRMProxy.createRMProxy(site.hadoop(), ResourceManagerAdministrationProtocol.class));
  }

  YarnClusterMetrics metrics() throws IOException, YarnException {
    return client.getClusterMetrics(GetClusterMetricsRequest.newInstance()).getClusterMetrics();
  }

  /** As {@code yarn rmadmin -refreshNodes -g SECONDS -server}. */
  void drain(int timeoutSeconds) throws IOException, YarnException {
    admin.refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.GRACEFUL, timeoutSeconds));
  }

  /** Containers that the leader knows as used by the applications that run. */
  int usedContainers() throws IOException, YarnException {
    return client
        .getApplications(GetApplicationsRequest.newInstance())
        .getApplicationList()
        .stream()
        .mapToInt(each -> each.getApplicationResourceUsageReport().getNumUsedContainers())
        .filter(used -> used > 0)
        .sum();
  }

  /** Whether the instance is ready; no answer is a no. */
  boolean isReady(int instance) {
    return readiness(instance).path("ready").asBoolean();
  }

  /** Whether the instance says that it leads; no answer is a no. */
  boolean leads(int instance) {
    return readiness(instance).path("reason").asText().startsWith("leading");
  }

  private JsonNode readiness(int instance) {
    try {
      return get(instance, "/health/ready", 200, 503);
    } catch (IOException e) {
      return json.nullNode();
    }
  }

  /** How many nodes have not obeyed the newest refresh. */
  int pending(int instance) throws IOException {
    JsonNode newest = get(instance, "/api/v1/operations?limit=1", 200).path("operations").path(0);
    JsonNode pending = newest.path("nodes").path("pending");
    if (!pending.isInt()) {
      throw new IOException("Ebb does not say how many nodes have still to obey: " + newest);
    }
    return pending.intValue();
  }

  /** The deadline of each draining node, by its id, as the instance shows it. */
  Map<String, String> deadlines(int instance) throws IOException {
    Map<String, String> deadlines = new HashMap<>();
    for (JsonNode node : get(instance, "/api/v1/nodes?states=DECOMMISSIONING", 200).path("nodes")) {
      String deadline = node.path("drain").path("deadline").asText("");
      if (!deadline.isEmpty()) {
        deadlines.put(node.path("nodeId").asText(), deadline);
      }
    }
    return deadlines;
  }

  private JsonNode get(int instance, String path, Integer... expected) throws IOException {
    var request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://"
                        + ClusterPorts.HOST
                        + ":"
                        + site.ports().get(instance).adminApi()
                        + path))
            .timeout(LIMIT)
            .header("Accept", "application/json")
            .build();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      if (!List.of(expected).contains(response.statusCode())) {
        throw new IOException("GET " + path + " was answered " + response.statusCode());
      }
      return json.readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    RPC.stopProxy(client);
    RPC.stopProxy(admin);
  }
}
