package ebb.hadoop.tracker;

import static org.apache.hadoop.yarn.api.records.ContainerState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.domain.Drain;
import ebb.domain.DrainStatus;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.heartbeat.Reports;
import java.nio.file.Path;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What NodeManagers are told by a ResourceManager that has just taken over. */
class TakeOverIT {
  @TempDir Path folder;
  RunningRm rm;
  SimulatedNodeManager node;

  @BeforeEach
  void startRm() throws Exception {
    rm = RunningRm.start(folder, RunningRm.folder(folder));
    node = rm.nodeManager("127.0.12.1");
    node.register();
    node.has(Reports.container(1), RUNNING).heartbeat();
  }

  @AfterEach
  void stopRm() throws Exception {
    node.close();
    rm.close();
  }

  /** Stock YARN reads the file at each activation, and shuts the node down. */
  @Test
  void shouldTakeANodeBackThatAFileExcludesWithoutARefresh() throws Exception {
    // given
    rm.conf().exclude(node.id().getHost());
    // when
    rm.restart();
    // then
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.RESYNC);
    assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(rm.stateOf(node)).isEqualTo("RUNNING");
  }

  /** Stock YARN has forgotten the drain, and shuts the node down with its containers. */
  @Test
  void shouldGoOnWithADrain() throws Exception {
    // given
    rm.drain(3600, node.id().getHost());
    Drain drain = rm.published(node).node().drain().orElseThrow();
    // when
    rm.restart();
    // then
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.RESYNC);
    assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(rm.stateOf(node)).isEqualTo("DECOMMISSIONING");
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(rm.published(node).node().drain()).contains(drain);
    assertThat(rm.published(node).progress().orElseThrow().status())
        .isEqualTo(DrainStatus.WAIT_CONTAINER);
  }

  /** A NodeManager that stops just then need not wait for its expiry. */
  @Test
  void shouldHearTheGoodbyeOfANodeThatHasNotComeBack() throws Exception {
    // given
    rm.restart();
    await().untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("RUNNING"));
    // when
    node.unregister();
    // then
    await().untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("SHUTDOWN"));
  }
}
