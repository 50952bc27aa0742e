package ebb.hadoop.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Excluded hosts of which no NodeManager has come, and what is left of nodes after a restart. */
class PlaceholderNodesIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  HadoopFolder conf;
  RunningRm rm;

  @BeforeEach
  void start() throws Exception {
    conf = HadoopFolder.in(folder);
    conf.exclude("h1");
    rm = RunningRm.start(folder, conf);
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(rm.rest("/ws/v1/cluster/nodes")).contains("h1:-1"));
  }

  @AfterEach
  void stop() {
    rm.close();
  }

  @Test
  @Tag("case-199")
  @Tag("case-289")
  void shouldListAnExcludedHostWithoutANode() throws Exception {
    // when
    List<NodeReport> all = reports();
    // then
    assertThat(all).hasSize(1);
    assertThat(all.get(0).getNodeState()).isEqualTo(NodeState.DECOMMISSIONED);
    // when
    JsonNode shown = JSON.readTree(rm.rest("/ws/v1/cluster/nodes/h1:-1")).path("node");
    // then
    assertThat(shown.path("state").asText()).isEqualTo("DECOMMISSIONED");
    assertThat(shown.path("version").asText()).isEqualTo("unknown");
    assertThat(shown.has("rack")).isFalse();
  }

  /** Stock YARN has forgotten the node and shows a second placeholder, of no size, instead. */
  @Test
  @Tag("case-190")
  void shouldCountDecommissionedNodesAfterARestartInWhichNobodyRegisters() throws Exception {
    // given
    rm.runningNode("h2:1234");
    conf.exclude("h1", "h2");
    rm.refresh("-refreshNodes");
    assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isEqualTo(2);
    // when
    rm.deactivate();
    // then
    assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isZero();
    // when
    rm.restart();
    // then
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> assertThat(ClusterMetrics.getMetrics().getNumDecommisionedNMs()).isEqualTo(2));
    assertThat(rm.context().getRMNodes()).isEmpty();
    assertThat(rm.context().getInactiveRMNodes().values())
        .extracting(RMNode::getNodeAddress)
        .containsExactlyInAnyOrder("h1:-1", "h2:1234");
    assertThat(rm.context().getInactiveRMNodes().values())
        .allSatisfy(
            node -> {
              assertThat(node.getState()).isEqualTo(NodeState.DECOMMISSIONED);
              assertThat(node.getNodeManagerVersion()).isEqualTo("unknown");
            });
  }

  private List<NodeReport> reports() throws Exception {
    YarnClient client = YarnClient.createYarnClient();
    client.init(rm.clientConf());
    client.start();
    try {
      return client.getNodeReports(NodeState.values());
    } finally {
      client.stop();
    }
  }
}
