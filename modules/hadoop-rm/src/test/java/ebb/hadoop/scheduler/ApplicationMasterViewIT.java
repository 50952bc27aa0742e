package ebb.hadoop.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManagers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.NodeUpdateType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application master is told of nodes, over RPC, with its allocate calls. */
class ApplicationMasterViewIT {
  @TempDir static Path folder;
  static RunningRm rm;

  @BeforeAll
  static void start() throws Exception {
    rm = RunningRm.in(folder);
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  @Test
  @Tag("case-229")
  @Tag("case-230")
  @Tag("case-232")
  void shouldTellTheMasterOfEachChangeOnce() throws Exception {
    // given
    SimulatedNodeManagers fleet = new SimulatedNodeManagers(rm);
    fleet.bring("127.0.0.1:1234", NodeState.RUNNING);
    fleet.bring("127.0.0.2:1234", NodeState.RUNNING);
    try (UnmanagedMaster master = UnmanagedMaster.register(rm.clientConf())) {
      master.allocate();
      // when
      fleet.drain("127.0.0.2:1234", 600);
      // then
      NodeReport draining = onlyUpdate(master);
      assertThat(draining.getNodeId().toString()).isEqualTo("127.0.0.2:1234");
      assertThat(draining.getNodeState()).isEqualTo(NodeState.DECOMMISSIONING);
      assertThat(draining.getNodeUpdateType()).isEqualTo(NodeUpdateType.NODE_DECOMMISSIONING);
      assertThat(draining.getDecommissioningTimeout()).isEqualTo(600);
      assertThat(master.allocate().getUpdatedNodes()).isEmpty();
      // when
      rm.conf().exclude();
      rm.refresh("-refreshNodes", "-g", "600", "-server");
      // then
      NodeReport usable = onlyUpdate(master);
      assertThat(usable.getNodeId().toString()).isEqualTo("127.0.0.2:1234");
      assertThat(usable.getNodeState()).isEqualTo(NodeState.RUNNING);
      assertThat(usable.getNodeUpdateType()).isEqualTo(NodeUpdateType.NODE_USABLE);
      assertThat(master.allocate().getUpdatedNodes()).isEmpty();
      // when
      fleet.bring("127.0.0.1:1234", NodeState.LOST);
      // then
      NodeReport lost = onlyUpdate(master);
      assertThat(lost.getNodeId().toString()).isEqualTo("127.0.0.1:1234");
      assertThat(lost.getNodeState()).isEqualTo(NodeState.LOST);
      assertThat(lost.getNodeUpdateType()).isEqualTo(NodeUpdateType.NODE_UNUSABLE);
      assertThat(master.allocate().getUpdatedNodes()).isEmpty();
    }
  }

  private static NodeReport onlyUpdate(UnmanagedMaster master) {
    List<NodeReport> updates = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              updates.addAll(master.allocate().getUpdatedNodes());
              return !updates.isEmpty();
            });
    assertThat(updates).hasSize(1);
    return updates.get(0);
  }
}
