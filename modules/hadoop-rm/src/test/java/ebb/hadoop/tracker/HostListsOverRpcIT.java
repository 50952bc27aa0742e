package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.NodeAction.GracefulDecommission;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.hadoop.AdminProtocolClient;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.SimulatedNodeManagers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.DecommissionType;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What host files do to the nodes of a running ResourceManager, refreshed over RPC. */
class HostListsOverRpcIT {
  private static final String EXCLUDE = "yarn.resourcemanager.nodes.exclude-path";
  private static final String INCLUDE = "yarn.resourcemanager.nodes.include-path";

  @TempDir static Path folder;
  static RunningRm rm;

  @BeforeAll
  static void start() throws Exception {
    rm =
        RunningRm.in(
            folder,
            Map.of("yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs", "123"));
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  @BeforeEach
  void allowEverybody() throws Exception {
    rm.conf().set(INCLUDE, "");
    rm.conf().set(EXCLUDE, rm.conf().excludeFile().toString());
    rm.conf().exclude();
    rm.refresh("-refreshNodes");
  }

  /** Stock YARN reports success for a normal refresh then, and excludes nobody any more. */
  @Test
  @Tag("case-253")
  void shouldRefuseEveryRefreshWhileTheListIsMissing() throws Exception {
    // given
    SimulatedNodeManager node = rm.runningNode("h1:1234");
    rm.conf().exclude("h1");
    rm.refresh("-refreshNodes");
    Files.delete(rm.conf().excludeFile());
    // when, then
    for (String line : List.of("-refreshNodes -g 5 -server", "-refreshNodes")) {
      var printed = rm.rmadmin(line.split(" "));
      assertThat(printed.exitCode()).isEqualTo(-1);
      assertThat(printed.err())
          .contains(rm.conf().excludeFile().toString())
          .contains("no such file");
      assertThat(node.register().getDiagnosticsMessage()).contains("Disallowed");
      assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONED");
    }
  }

  /** Stock YARN falls back to the configuration's 123 seconds. */
  @Test
  @Tag("case-257")
  void shouldTakeTheTimeoutThatStandsNextToTheIp() throws Exception {
    // given
    SimulatedNodeManager node = busyNode("localhost:5");
    excludeInXml("<host><name>127.0.0.1</name><timeout>77</timeout></host>");
    // when
    refreshWithoutTimeout();
    // then
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
    assertThat(lastTimeoutOf(node)).isEqualTo(77);
  }

  @Test
  @Tag("case-258")
  void shouldPreferTheHostsTimeoutThenTheRequestsThenTheConfigurations() throws Exception {
    // given
    SimulatedNodeManager node = busyNode("localhost:6");
    excludeInXml("<host><name>localhost</name><timeout>77</timeout></host>");
    // when, then
    rm.refresh("-refreshNodes", "-g", "9", "-server");
    assertThat(timeoutOf(node)).isEqualTo(77);
    rm.refresh("-refreshNodes", "-g", "-1", "-server");
    assertThat(timeoutOf(node)).isEqualTo(77);
    excludeInXml("<host><name>localhost</name></host>");
    rm.refresh("-refreshNodes", "-g", "9", "-server");
    assertThat(timeoutOf(node)).isEqualTo(9);
    refreshWithoutTimeout();
    assertThat(timeoutOf(node)).isEqualTo(123);
  }

  @Test
  @Tag("case-259")
  void shouldListNoHostOfWhichThereIsNoNode() throws Exception {
    // given
    SimulatedNodeManager node = rm.runningNode("h2:1234");
    rm.conf().exclude("h2", "h9");
    // when
    rm.refresh("-refreshNodes");
    // then
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONED");
    assertThat(rm.rest("/ws/v1/cluster/nodes")).contains("h2:1234").doesNotContain("h9");
  }

  @Test
  @Tag("case-276")
  void shouldForceNodesThatNoListNamesToShutDown() throws Exception {
    // given
    SimulatedNodeManager first = busyNode("h11:1234");
    SimulatedNodeManager second = busyNode("h12:1234");
    SimulatedNodeManager third = busyNode("h13:1234");
    include("h11", "h12", "h13");
    rm.refresh("-refreshNodes", "-g", "60", "-server");
    assertThat(rm.stateOf(first)).isEqualTo("RUNNING");
    // when
    include("h13");
    rm.refresh("-refreshNodes", "-g", "60", "-server");
    // then
    assertThat(rm.stateOf(first)).isEqualTo("DECOMMISSIONING");
    assertThat(rm.stateOf(second)).isEqualTo("DECOMMISSIONING");
    // when
    try (AdminProtocolClient admin = AdminProtocolClient.asDaemon(rm.clientConf())) {
      admin.refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.FORCEFUL));
    }
    // then
    assertThat(rm.stateOf(first)).isEqualTo("SHUTDOWN");
    assertThat(rm.stateOf(second)).isEqualTo("SHUTDOWN");
    assertThat(rm.stateOf(third)).isEqualTo("RUNNING");
  }

  @Test
  @Tag("case-252")
  void shouldClearAListWhosePathIsConfiguredNoLonger() throws Exception {
    // given
    SimulatedNodeManager node = busyNode("h21:1234");
    rm.drain("h21");
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
    // when
    rm.conf().set(EXCLUDE, "");
    rm.refresh("-refreshNodes");
    // then
    assertThat(rm.stateOf(node)).isEqualTo("RUNNING");
  }

  /** Whoever was lost while it drained has drained enough. */
  @Test
  void shouldRefuseAnExcludedNodeThatComesBackFromBeingLost() throws Exception {
    // given
    SimulatedNodeManagers fleet = new SimulatedNodeManagers(rm);
    fleet.drain("h31:1234", 3600);
    // when
    fleet.expire("h31:1234");
    // then
    assertThat(fleet.node("h31:1234").register().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
    assertThat(rm.stateOf(fleet.node("h31:1234"))).isEqualTo("LOST");
  }

  /** So that nobody can take the words of a refusal for a refresh. */
  @Test
  void shouldRefuseOverRpcWithOneLineAndNoTrace() throws Exception {
    rm.conf().set(EXCLUDE, folder.resolve("missing").toString());
    try (AdminProtocolClient admin = AdminProtocolClient.asDaemon(rm.clientConf())) {
      assertThatThrownBy(
              () -> admin.refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.NORMAL)))
          .isInstanceOf(YarnException.class)
          .message()
          .satisfies(refusal -> assertThat(refusal.strip().lines()).hasSize(1));
    }
  }

  // ---- helpers ----

  private static SimulatedNodeManager busyNode(String id) throws Exception {
    SimulatedNodeManager node = rm.runningNode(id);
    node.runsContainer();
    node.heartbeat();
    return node;
  }

  private static void excludeInXml(String entries) throws Exception {
    Path list = rm.conf().path().resolve("exclude.xml");
    Files.writeString(list, "<?xml version=\"1.0\"?><hosts>" + entries + "</hosts>");
    rm.conf().set(EXCLUDE, list.toString());
  }

  private static void include(String... hosts) throws Exception {
    Path list = Files.write(rm.conf().path().resolve("include"), List.of(hosts));
    rm.conf().set(INCLUDE, list.toString());
  }

  private static void refreshWithoutTimeout() throws Exception {
    try (AdminProtocolClient admin = AdminProtocolClient.asDaemon(rm.clientConf())) {
      admin.refreshNodes(RefreshNodesRequest.newInstance(DecommissionType.GRACEFUL));
    }
  }

  /** Seconds, as ResourceManager and applications see them. */
  private static int timeoutOf(SimulatedNodeManager node) {
    return rm.activeNode(node).getDecommissioningTimeout();
  }

  /** Seconds, as the last refresh decided. */
  private static long lastTimeoutOf(SimulatedNodeManager node) {
    RefreshAccepted refresh = rm.lastRefresh();
    return refresh.decisions().stream()
        .filter(decision -> decision.nodeId().toString().equals(node.id().toString()))
        .map(decision -> (GracefulDecommission) decision.action())
        .mapToLong(action -> action.timeout().toSeconds())
        .findFirst()
        .orElseThrow();
  }
}
