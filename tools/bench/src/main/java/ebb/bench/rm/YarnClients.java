package ebb.bench.rm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import ebb.demo.cluster.ClusterPorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
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

/**
 * Requests of clients and administrators, over YARN's protocols and HTTP, to one ResourceManager or
 * to the leader of a cluster.
 */
public abstract class YarnClients implements AutoCloseable {
  private final Duration limit;
  protected static final int OK = 200;

  /** HTTP 503, with a problem in the body. */
  protected static final int UNAVAILABLE = 503;

  private final ApplicationClientProtocol client;
  private final ResourceManagerAdministrationProtocol admin;
  private final HttpClient http;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * @param conf has the addresses of YARN's protocols, and the timeouts for them
   * @param limit timeout of an HTTP request
   */
  protected YarnClients(Configuration conf, Duration limit) throws IOException {
    this.limit = limit;
    client = ClientRMProxy.createRMProxy(conf, ApplicationClientProtocol.class);
    admin = ClientRMProxy.createRMProxy(conf, ResourceManagerAdministrationProtocol.class);
    http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(limit).build();
  }

  /** For requests that only one subclass has. */
  protected final ApplicationClientProtocol client() {
    return client;
  }

  /** Waits as long as the configuration says. */
  public final YarnClusterMetrics metrics() throws IOException, YarnException {
    return client.getClusterMetrics(GetClusterMetricsRequest.newInstance()).getClusterMetrics();
  }

  /** Does what {@code yarn rmadmin -refreshNodes -g SECONDS -server} does. */
  public final void drain(int timeoutSeconds) throws IOException, YarnException {
    admin.refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.GRACEFUL, timeoutSeconds));
  }

  /** Containers in use by running applications, as the ResourceManager counts them. */
  public final int usedContainers() throws IOException, YarnException {
    return client
        .getApplications(GetApplicationsRequest.newInstance())
        .getApplicationList()
        .stream()
        .mapToInt(each -> each.getApplicationResourceUsageReport().getNumUsedContainers())
        .filter(used -> used > 0)
        .sum();
  }

  /**
   * Waits until Ebb's admin API reports that all nodes have applied the newest refresh. Polls every
   * 100 ms, because each request reads all nodes. Retries while the answer is 503.
   *
   * @param port of the leading instance
   */
  protected final void awaitApplied(int port)
      throws IOException, YarnException, InterruptedException {
    Duration unused =
        Await.until(
            "all nodes have applied it",
            Duration.ofMillis(100),
            () -> isApplied(get(port, "/api/v1/operations?limit=1", OK, UNAVAILABLE)));
  }

  private static boolean isApplied(JsonNode answer) throws IOException {
    if (answer.path("status").asInt() == UNAVAILABLE) {
      return false;
    }
    JsonNode pending = answer.path("operations").path(0).path("nodes").path("pending");
    if (!pending.isInt()) {
      throw new IOException(
          "Ebb does not report how many nodes have not applied it yet: " + answer);
    }
    return pending.intValue() == 0;
  }

  /** The readiness report of Ebb's admin API; empty if it does not answer. */
  protected final JsonNode readinessAt(int port) {
    try {
      return get(port, "/health/ready", OK, UNAVAILABLE);
    } catch (IOException e) {
      return NullNode.instance;
    }
  }

  /**
   * @throws IOException if there is no answer in time, or one with a status that is not expected
   */
  protected final JsonNode get(int port, String path, Integer... expected) throws IOException {
    return parse(read(port, path, expected));
  }

  protected final JsonNode parse(byte[] answer) throws IOException {
    return json.readTree(answer);
  }

  /** As {@link #get}: the whole response body. */
  protected final byte[] read(int port, String path, Integer... expected) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create("http://" + ClusterPorts.address(port) + path))
            .timeout(limit)
            .header("Accept", "application/json")
            .build();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      if (!List.of(expected).contains(response.statusCode())) {
        throw new IOException("GET " + path + " was answered " + response.statusCode());
      }
      return response.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public final void close() {
    RPC.stopProxy(client);
    RPC.stopProxy(admin);
  }
}
