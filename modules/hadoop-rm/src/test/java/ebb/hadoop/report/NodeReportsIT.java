package ebb.hadoop.report;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManagers;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client sees of three nodes over RPC, host1, host2 and host3. */
class NodeReportsIT {
  @TempDir static Path folder;
  static RunningRm rm;
  static SimulatedNodeManagers fleet;
  static YarnClient client;

  @BeforeAll
  static void start() throws Exception {
    rm = RunningRm.in(folder);
    fleet = new SimulatedNodeManagers(rm);
    client = YarnClient.createYarnClient();
    client.init(rm.clientConf());
    client.start();
  }

  @AfterAll
  static void stop() {
    client.stop();
    rm.close();
  }

  @Test
  @Tag("case-195")
  void shouldReportTheTimeoutOfADrainingNode() throws Exception {
    // given
    fleet.drain("host1:1234", 600);
    // when
    List<NodeReport> draining = client.getNodeReports(NodeState.DECOMMISSIONING);
    // then
    assertThat(draining).hasSize(1);
    assertThat(draining.get(0).getDecommissioningTimeout()).isEqualTo(600);
    assertThat(draining.get(0).getNodeUpdateType()).isNull();
  }

  @Test
  @Tag("case-196")
  void shouldReportRunningNodes() throws Exception {
    // given
    fleet.bring("host1:1234", NodeState.RUNNING);
    fleet.bring("host2:1235", NodeState.LOST);
    fleet.bring("host3:1236", NodeState.LOST);
    // when
    List<NodeReport> running = client.getNodeReports(NodeState.RUNNING);
    // then
    assertThat(running).hasSize(1);
    assertThat(running.get(0).getNodeId().toString()).isEqualTo("host1:1234");
    assertThat(running.get(0).getDecommissioningTimeout()).isNull();
    assertThat(running.get(0).getNodeUpdateType()).isNull();
  }

  @Test
  @Tag("case-198")
  void shouldReportNodesOfAllStatesWithNoLabels() throws Exception {
    // given
    fleet.bring("host1:1234", NodeState.UNHEALTHY);
    fleet.bring("host2:1235", NodeState.LOST);
    fleet.bring("host3:1236", NodeState.RUNNING);
    // when
    List<NodeReport> all = client.getNodeReports(NodeState.values());
    // then
    assertThat(all).hasSize(3);
    assertThat(all).allSatisfy(node -> assertThat(node.getNodeLabels()).isNotNull().isEmpty());
  }

  @ParameterizedTest
  @EnumSource(
      value = NodeState.class,
      names = {"SHUTDOWN", "DECOMMISSIONED", "LOST", "REBOOTED"})
  @Tag("case-202")
  void shouldFindAnInactiveNodeByItsState(NodeState state) throws Exception {
    // given
    fleet.bring("host2:1235", NodeState.RUNNING);
    fleet.bring("host3:1236", NodeState.RUNNING);
    fleet.bring("host1:1234", state);
    // when, then
    assertThat(client.getNodeReports(state))
        .singleElement()
        .satisfies(
            node -> {
              assertThat(node.getNodeId().toString()).isEqualTo("host1:1234");
              assertThat(node.getNodeState()).isEqualTo(state);
            });
  }
}
