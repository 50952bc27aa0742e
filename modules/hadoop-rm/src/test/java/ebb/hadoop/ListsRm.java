package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.javadsl.AskPattern;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.hadoop.config.EbbConfiguration;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.DecommissionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;
import org.jspecify.annotations.Nullable;

/**
 * A whole ResourceManager on lists that a test writes, as administrators and NodeManagers see it.
 */
final class ListsRm {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String INCLUDE = "yarn.resourcemanager.nodes.include-path";
  private static final String EXCLUDE = "yarn.resourcemanager.nodes.exclude-path";

  final HadoopFolder conf;
  private final Path folder;
  private @Nullable EbbCluster cluster;
  private @Nullable HadoopRm rm;
  private @Nullable ResourceManagerAdministrationProtocol admin;

  private @Nullable HangingLists lists;
  private long term;
  private String clusterSettings = "";

  private ListsRm(Path folder, HadoopFolder conf) {
    this.folder = folder;
    this.conf = conf;
  }

  /** Not started yet, and without any list. */
  static ListsRm in(Path folder) throws Exception {
    ListsRm made = new ListsRm(folder, HadoopFolder.in(folder));
    made.conf.set(EXCLUDE, "");
    made.conf.set("yarn.resourcemanager.connect.retry-interval.ms", "200");
    return made;
  }

  ListsRm set(String key, String value) throws Exception {
    conf.set("yarn.resourcemanager." + key, value);
    return this;
  }

  /** Of Ebb itself, for the start. */
  void clusterSettings(String settings) {
    clusterSettings = settings;
  }

  ListsRm include(String... hosts) throws Exception {
    return list(INCLUDE, "include", String.join("\n", hosts));
  }

  ListsRm exclude(String... hosts) throws Exception {
    return list(EXCLUDE, "exclude", String.join("\n", hosts));
  }

  ListsRm excludeXml(String xml) throws Exception {
    return list(EXCLUDE, "exclude.xml", xml);
  }

  private ListsRm list(String key, String name, String content) throws Exception {
    Path file = Files.writeString(folder.resolve(name), content);
    if (!conf.get(key).equals(file.toString())) {
      conf.set(key, file.toString());
    }
    return this;
  }

  /** The files of the lists, once it has started. */
  HangingLists lists() {
    return Objects.requireNonNull(lists);
  }

  ListsRm start() throws Exception {
    EbbConfiguration configuration = EbbConfiguration.of(conf.path(), folder.resolve("data"));
    HangingLists files = new HangingLists(configuration.listSource());
    lists = files;
    EbbCluster started = new EbbCluster(files, configuration.untracked(), clusterSettings);
    cluster = started;
    rm = new HadoopRm(started.system(), configuration, started.rows(), Clock.systemUTC());
    activate(started, rm);
    Configuration client = EbbConfiguration.of(conf.path(), folder.resolve("client")).load();
    admin = ClientRMProxy.createRMProxy(client, ResourceManagerAdministrationProtocol.class);
    return this;
  }

  /** Another ResourceManager, which knows what the journal knows. */
  void restart() throws Exception {
    activate(Objects.requireNonNull(cluster), Objects.requireNonNull(rm));
  }

  private void activate(EbbCluster on, HadoopRm hadoop) throws Exception {
    hadoop.start(on.leaderOf(++term), on.leader()).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  SimulatedNodeManager nodeManager(String host, int port) throws Exception {
    Configuration client = EbbConfiguration.of(conf.path(), folder.resolve("client")).load();
    return SimulatedNodeManager.of(NodeId.newInstance(host, port), client);
  }

  /** Registered, and with one heartbeat. */
  SimulatedNodeManager runs(String host, int port) throws Exception {
    SimulatedNodeManager node = nodeManager(host, port);
    assertThat(node.register().getNodeAction().name()).isEqualTo("NORMAL");
    node.heartbeat();
    return node;
  }

  void refresh() throws Exception {
    Objects.requireNonNull(admin)
        .refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.NORMAL));
  }

  void refreshGracefully(@Nullable Integer timeout) throws Exception {
    Objects.requireNonNull(admin)
        .refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.GRACEFUL, timeout));
  }

  void refreshForcefully() throws Exception {
    Objects.requireNonNull(admin)
        .refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.FORCEFUL));
  }

  // ---- what is seen ----

  /** Every node that the REST API lists, by its id, with its state. */
  SortedMap<String, String> nodes() throws Exception {
    SortedMap<String, String> states = new TreeMap<>();
    for (JsonNode node : JSON.readTree(Rest.get(conf, "/ws/v1/cluster/nodes")).at("/nodes/node")) {
      states.put(node.path("id").asText(), node.path("state").asText());
    }
    return states;
  }

  /** As: active, decommissioning, decommissioned, shut down, lost, rebooted, unhealthy. */
  List<Integer> counters() throws Exception {
    JsonNode metrics =
        JSON.readTree(Rest.get(conf, "/ws/v1/cluster/metrics")).path("clusterMetrics");
    return List.of(
            "activeNodes",
            "decommissioningNodes",
            "decommissionedNodes",
            "shutdownNodes",
            "lostNodes",
            "rebootedNodes",
            "unhealthyNodes")
        .stream()
        .map(name -> metrics.path(name).asInt(-1))
        .toList();
  }

  /** The timeout of the node's drain. */
  long drainSeconds(String host, int port) throws Exception {
    EbbCluster on = Objects.requireNonNull(cluster);
    NodeTableCommand.Node found =
        AskPattern.<LeaderCommand, NodeTableCommand.Node>ask(
                on.leader(),
                replyTo ->
                    new NodeTableCommand.FindNode(new ebb.domain.NodeId(host, port), replyTo),
                Duration.ofSeconds(10),
                on.system().scheduler())
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
    return found
        .node()
        .orElseThrow()
        .publication()
        .node()
        .drain()
        .orElseThrow()
        .timeout()
        .toSeconds();
  }

  void stop() throws Exception {
    if (rm != null) {
      rm.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
    if (cluster != null) {
      cluster.close();
    }
  }
}
