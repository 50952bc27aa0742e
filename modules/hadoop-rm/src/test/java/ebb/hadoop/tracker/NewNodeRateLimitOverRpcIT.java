package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With ebb.tracker.new-nodes-per-address one peer invents a few nodes a minute, and no more. */
class NewNodeRateLimitOverRpcIT {
  @TempDir Path folder;

  @Test
  void shouldCountNoNodeAsNewThatTheJournalKnowsAfterAFailover() throws Exception {
    try (RunningRm rm = RunningRm.with("ebb.tracker.new-nodes-per-address = 3", folder)) {
      // given as many nodes as may come within a minute
      List<SimulatedNodeManager> known = new ArrayList<>();
      for (int port = 1; port <= 3; port++) {
        known.add(rm.runningNode("127.0.0.1:" + port));
      }
      // when each new leader counts from nothing, and all come again at once
      for (int failover = 0; failover < 3; failover++) {
        rm.deactivate();
        rm.restart();
        for (SimulatedNodeManager node : known) {
          assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
        }
      }
      // then as many new ones may come as ever
      for (int port = 4; port <= 6; port++) {
        assertThat(rm.nodeManager("127.0.0.1:" + port).register().getNodeAction())
            .isEqualTo(NodeAction.NORMAL);
      }
      Configuration impatient = rm.clientConf();
      impatient.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, 1_000);
      try (SimulatedNodeManager invented =
          SimulatedNodeManager.of(NodeId.fromString("127.0.0.1:7"), impatient)) {
        assertThatThrownBy(invented::register)
            .hasStackTraceContaining("more than 3 new nodes came from loopback within a minute");
      }
    }
  }
}
