package ebb.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.EnumSet;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterMetricsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesRequest;
import org.apache.hadoop.yarn.api.records.DecommissionType;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnClusterMetrics;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;

/** What clients and administrators ask a ResourceManager, over its own protocols. */
final class RmClients implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final RmPorts ports;
  private final YarnConfiguration conf;
  private final ApplicationClientProtocol client;
  private final ResourceManagerAdministrationProtocol admin;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();
  private final ObjectMapper json = new ObjectMapper();

  private RmClients(
      RmPorts ports,
      YarnConfiguration conf,
      ApplicationClientProtocol client,
      ResourceManagerAdministrationProtocol admin) {
    this.ports = ports;
    this.conf = conf;
    this.client = client;
    this.admin = admin;
  }

  static RmClients of(RmPorts ports) throws IOException {
    YarnConfiguration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, RmPorts.address(ports.tracker()));
    conf.set(YarnConfiguration.RM_SCHEDULER_ADDRESS, RmPorts.address(ports.scheduler()));
    conf.set(YarnConfiguration.RM_ADDRESS, RmPorts.address(ports.client()));
    conf.set(YarnConfiguration.RM_ADMIN_ADDRESS, RmPorts.address(ports.admin()));
    // Whoever waits for a ResourceManager is to see soon that it is there.
    conf.setInt("ipc.client.connect.max.retries", 0);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 20);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, LIMIT.toMillis());
    return new RmClients(
        ports,
        conf,
        ClientRMProxy.createRMProxy(conf, ApplicationClientProtocol.class),
        ClientRMProxy.createRMProxy(conf, ResourceManagerAdministrationProtocol.class));
  }

  /** For further clients of the same ResourceManager. */
  YarnConfiguration conf() {
    return conf;
  }

  /** Waits up to ten minutes for an answer. */
  YarnClusterMetrics metrics() throws IOException, YarnException {
    return client.getClusterMetrics(GetClusterMetricsRequest.newInstance()).getClusterMetrics();
  }

  /** As {@code yarn rmadmin -refreshNodes -g SECONDS -server}. */
  void drain(int timeoutSeconds) throws IOException, YarnException {
    admin.refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.GRACEFUL, timeoutSeconds));
  }

  /** How many nodes a client is told of that asks for those in any state. */
  int listedByRpc() throws IOException, YarnException {
    return client
        .getClusterNodes(GetClusterNodesRequest.newInstance(EnumSet.allOf(NodeState.class)))
        .getNodeReports()
        .size();
  }

  /** The same over REST; reads the answer to its end. */
  int listedByRest() throws IOException {
    return get(ports.web(), "/ws/v1/cluster/nodes").path("nodes").path("node").size();
  }

  /** Containers that the ResourceManager knows as used by the applications that run. */
  int usedContainers() throws IOException, YarnException {
    return client
        .getApplications(GetApplicationsRequest.newInstance())
        .getApplicationList()
        .stream()
        .mapToInt(each -> each.getApplicationResourceUsageReport().getNumUsedContainers())
        .filter(used -> used > 0)
        .sum();
  }

  /** From Ebb's admin API. */
  JsonNode ebb(String path) throws IOException {
    return get(ports.ebbAdmin(), "/api/v1" + path);
  }

  private JsonNode get(int port, String path) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create("http://" + RmPorts.address(port) + path))
            .timeout(LIMIT)
            .header("Accept", "application/json")
            .build();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      if (response.statusCode() != 200) {
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
