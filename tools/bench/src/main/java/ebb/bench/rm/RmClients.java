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

/** Requests of clients and administrators to one ResourceManager. Each waits up to ten minutes. */
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
    // Notice soon that the ResourceManager is up.
    conf.setInt("ipc.client.connect.max.retries", 0);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 20);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, LIMIT.toMillis());
    return new RmClients(ports, conf);
  }

  /** The configuration for other clients of the same ResourceManager. */
  public YarnConfiguration conf() {
    return conf;
  }

  /** Nodes in all states over YARN's client protocol. */
  public List<NodeReport> listByRpc() throws IOException, YarnException {
    return client()
        .getClusterNodes(GetClusterNodesRequest.newInstance(EnumSet.allOf(NodeState.class)))
        .getNodeReports();
  }

  /** The same over REST: the whole response body. */
  public byte[] listByRest() throws IOException {
    return read(ports.web(), "/ws/v1/cluster/nodes", OK);
  }

  /** Memory in megabytes that the scheduler can still allocate. */
  public long availableMegabytes() throws IOException {
    return get(ports.web(), "/ws/v1/cluster/metrics", OK)
        .path("clusterMetrics")
        .path("availableMB")
        .asLong(-1);
  }

  /** The number of nodes in a response of {@link #listByRest}. */
  public int countByRest(byte[] answer) throws IOException {
    return parse(answer).path("nodes").path("node").size();
  }

  /** Waits until all nodes have applied the newest refresh. For Ebb only. */
  public void awaitApplied() throws IOException, YarnException, InterruptedException {
    awaitApplied(ports.adminApi());
  }

  /** When the drains of the newest refresh began; deadlines count from then. For Ebb only. */
  public Instant beginOfDrains() throws IOException {
    return Instant.parse(ebb("/operations?limit=1").path("operations").path(0).path("at").asText());
  }

  /** Whether the admin API reports ready; false if it does not answer. For Ebb only. */
  public boolean isReady() {
    return readinessAt(ports.adminApi()).path("ready").asBoolean();
  }

  /** As {@link #ebb}: the answer, read to its end. */
  public byte[] ebbBytes(String path) throws IOException {
    return read(ports.adminApi(), "/api/v1" + path, OK);
  }

  /** An answer of {@link #ebbBytes}. */
  public JsonNode parsed(byte[] answer) throws IOException {
    return parse(answer);
  }

  /** Reads from Ebb's admin API. */
  public JsonNode ebb(String path) throws IOException {
    return get(ports.adminApi(), "/api/v1" + path, OK);
  }
}
