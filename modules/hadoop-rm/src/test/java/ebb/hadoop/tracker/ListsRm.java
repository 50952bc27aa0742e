package ebb.hadoop.tracker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.hadoop.AdminProtocolClient;
import ebb.hadoop.HadoopFolder;
import ebb.hadoop.Rest;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.DecommissionType;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;
import org.jspecify.annotations.Nullable;

/**
 * A whole ResourceManager with lists that a test writes, as administrators and NodeManagers see it.
 */
final class ListsRm {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String INCLUDE = "yarn.resourcemanager.nodes.include-path";
  private static final String EXCLUDE = "yarn.resourcemanager.nodes.exclude-path";

  final HadoopFolder conf;
  private final Path folder;
  private String clusterSettings = "";
  private @Nullable RunningRm rm;
  private @Nullable AdminProtocolClient admin;
  private @Nullable HangingLists lists;

  private ListsRm(Path folder, HadoopFolder conf) {
    this.folder = folder;
    this.conf = conf;
  }

  /** Not started yet, and without lists. */
  static ListsRm in(Path folder) throws Exception {
    ListsRm made = new ListsRm(folder, RunningRm.folder(folder));
    made.conf.set(EXCLUDE, "");
    return made;
  }

  ListsRm set(String key, String value) throws Exception {
    conf.set("yarn.resourcemanager." + key, value);
    return this;
  }

  /** Settings of Ebb, for the start. */
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
    rm =
        RunningRm.start(
            folder,
            conf,
            clusterSettings,
            files -> {
              HangingLists made = new HangingLists(files);
              lists = made;
              return made;
            });
    admin = AdminProtocolClient.asDaemon(rm.clientConf());
    return this;
  }

  private RunningRm running() {
    return Objects.requireNonNull(rm, "not started");
  }

  /** Another ResourceManager, which knows what the journal holds. */
  void restart() throws Exception {
    running().restart();
  }

  SimulatedNodeManager nodeManager(String host, int port) throws Exception {
    return running().nodeManager(host + ":" + port);
  }

  /** A registered node, with one heartbeat. */
  SimulatedNodeManager runs(String host, int port) throws Exception {
    return running().runningNode(host + ":" + port);
  }

  void refresh() throws Exception {
    refresh(RefreshNodesRequest.newInstance(DecommissionType.NORMAL));
  }

  void refreshGracefully(@Nullable Integer timeout) throws Exception {
    refresh(RefreshNodesRequest.newInstance(DecommissionType.GRACEFUL, timeout));
  }

  void refreshForcefully() throws Exception {
    refresh(RefreshNodesRequest.newInstance(DecommissionType.FORCEFUL));
  }

  private void refresh(RefreshNodesRequest request) throws Exception {
    Objects.requireNonNull(admin, "not started").refreshNodes(request);
  }

  // ---- what is seen ----

  /** All nodes of the REST API, by id, with their states. */
  SortedMap<String, String> nodes() throws Exception {
    SortedMap<String, String> states = new TreeMap<>();
    for (JsonNode node : JSON.readTree(Rest.get(conf, "/ws/v1/cluster/nodes")).at("/nodes/node")) {
      states.put(node.path("id").asText(), node.path("state").asText());
    }
    return states;
  }

  /**
   * Counts in this order: active, decommissioning, decommissioned, shut down, lost, rebooted,
   * unhealthy.
   */
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
  long drainSeconds(SimulatedNodeManager node) throws Exception {
    return running().published(node).node().drain().orElseThrow().timeout().toSeconds();
  }

  void stop() {
    if (admin != null) {
      admin.close();
    }
    if (rm != null) {
      rm.close();
    }
  }
}
