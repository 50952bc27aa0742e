package ebb.bench.rm;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.demo.cluster.ClusterPorts;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesRequest;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What clients and administrators ask a ResourceManager; each waits up to ten minutes. */
public final class RmClients extends YarnClients {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final ClusterPorts ports;
  private final YarnConfiguration conf;

  private RmClients(ClusterPorts ports, YarnConfiguration conf) throws IOException {
    super(conf, LIMIT);
    this.ports = ports;
    this.conf = conf;
  }

  static RmClients of(ClusterPorts ports) throws IOException {
    YarnConfiguration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, ClusterPorts.address(ports.tracker()));
    conf.set(YarnConfiguration.RM_SCHEDULER_ADDRESS, ClusterPorts.address(ports.scheduler()));
    conf.set(YarnConfiguration.RM_ADDRESS, ClusterPorts.address(ports.client()));
    conf.set(YarnConfiguration.RM_ADMIN_ADDRESS, ClusterPorts.address(ports.admin()));
    // Whoever waits for a ResourceManager is to see soon that it is there.
    conf.setInt("ipc.client.connect.max.retries", 0);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 20);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, LIMIT.toMillis());
    return new RmClients(ports, conf);
  }

  /** For further clients of the same ResourceManager. */
  public YarnConfiguration conf() {
    return conf;
  }

  /** What a client is told of the nodes in any state. */
  public List<NodeReport> listByRpc() throws IOException, YarnException {
    return client()
        .getClusterNodes(GetClusterNodesRequest.newInstance(EnumSet.allOf(NodeState.class)))
        .getNodeReports();
  }

  /** The same over REST: the answer, read to its end. */
  public byte[] listByRest() throws IOException {
    return read(ports.web(), "/ws/v1/cluster/nodes", OK);
  }

  /** Megabytes that the scheduler has left to give away. */
  public long availableMegabytes() throws IOException {
    return get(ports.web(), "/ws/v1/cluster/metrics", OK)
        .path("clusterMetrics")
        .path("availableMB")
        .asLong(-1);
  }

  /** How many nodes are in an answer of {@link #listByRest}. */
  public int countByRest(byte[] answer) throws IOException {
    return parse(answer).path("nodes").path("node").size();
  }

  /** Of Ebb alone: waits until all nodes have applied the newest refresh. */
  public void awaitApplied() throws IOException, YarnException, InterruptedException {
    awaitApplied(ports.adminApi());
  }

  /** Of Ebb alone: when the drains of the newest refresh began, from which deadlines count. */
  public Instant beginOfDrains() throws IOException {
    return Instant.parse(ebb("/operations?limit=1").path("operations").path(0).path("at").asText());
  }

  /** Of Ebb alone: whether its admin API says that it is ready; no answer is a no. */
  public boolean isReady() {
    return readinessAt(ports.adminApi()).path("ready").asBoolean();
  }

  /** From Ebb's admin API. */
  public JsonNode ebb(String path) throws IOException {
    return get(ports.adminApi(), "/api/v1" + path, OK);
  }
}
