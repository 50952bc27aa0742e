package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.heartbeat.Reports;
import java.nio.file.Path;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** dynamic-resources.xml gives nodes sizes in the place of what they say of themselves. */
class DynamicSizesIT {
  @TempDir static Path folder;
  static RunningRm rm;

  @BeforeAll
  static void startRm() throws Exception {
    HadoopFolder conf = RunningRm.folder(folder);
    conf.set("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "3000");
    prescribe("127.0.6.1:4321", 2048, 2);
    rm = RunningRm.start(folder, conf);
  }

  @AfterAll
  static void stopRm() throws Exception {
    rm.close();
  }

  private static void prescribe(String node, int memoryMb, int vcores) throws Exception {
    java.nio.file.Files.writeString(
        folder.resolve("conf").resolve("dynamic-resources.xml"),
        "<configuration>"
            + property("nodes", node)
            + property(node + ".memory", String.valueOf(memoryMb))
            + property(node + ".vcores", String.valueOf(vcores))
            + "</configuration>");
  }

  private static String property(String name, String value) {
    return "<property><name>yarn.resource.dynamic."
        + name
        + "</name><value>"
        + value
        + "</value></property>";
  }

  /** At the start, at the registration, and after a refresh. */
  @Test
  void shouldRuleUntilTheFileIsReadAgain() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("127.0.6.1").offers(8192, 8)) {
      // when it registers, then it is told its size
      assertThat(node.register().getResource()).isEqualTo(Resource.newInstance(2048, 2));
      await().untilAsserted(() -> assertThat(size(node)).isEqualTo("2048"));
      // when the file changes, and is read again
      prescribe(node.id().toString(), 4096, 4);
      rm.refresh("-refreshNodesResources");
      // then the node is told once
      await().untilAsserted(() -> assertThat(size(node)).isEqualTo("4096"));
      NodeHeartbeatResponse told = node.heartbeat();
      assertThat(told.getResource()).isEqualTo(Resource.newInstance(4096, 4));
      assertThat(node.heartbeat().getResource()).isNull();
      // when it is no longer listed, then it has again what it offers
      prescribe("", 0, 0);
      rm.refresh("-refreshNodesResources");
      assertThat(node.register().getResource()).isNull();
      await().untilAsserted(() -> assertThat(size(node)).isEqualTo("8192"));
    }
  }

  @Test
  void shouldChangeNoSizeWhenOneNodeOfTheFileIsUnknown() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("127.0.6.2").offers(8192, 8)) {
      // given
      node.register();
      // when
      prescribe(node.id() + ",127.0.6.99:4321", 1024, 1);
      String complaint = rm.rmadmin("-refreshNodesResources").err();
      // then
      assertThat(complaint).contains("unrecognized node: 127.0.6.99:4321");
      node.heartbeat();
      assertThat(size(node)).isEqualTo("8192");
    }
  }

  /** An administrator's size is kept through a drain. */
  @Test
  void shouldKeepAnAdministratorsSizeThroughADrain() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("127.0.6.3").offers(8192, 8)) {
      // given a node that drains
      node.register();
      node.has(Reports.container(1), org.apache.hadoop.yarn.api.records.ContainerState.RUNNING);
      node.heartbeat();
      rm.drain(3600, node.id().getHost());
      // when
      rm.refresh("-updateNodeResource", node.id().toString(), "6144", "6");
      // then the NodeManager is told of that, and not of the shrinking
      await()
          .untilAsserted(
              () ->
                  assertThat(node.heartbeat().getResource())
                      .isEqualTo(Resource.newInstance(6144, 6)));
      // when
      rm.drain(3600);
      // then
      assertThat(rm.stateOf(node)).isEqualTo("RUNNING");
      await().untilAsserted(() -> assertThat(size(node)).isEqualTo("6144"));
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    }
  }

  /** The same refresh reads the heartbeats' settings again. */
  @Test
  void shouldTellTheNewInterval() throws Exception {
    try (SimulatedNodeManager node = rm.nodeManager("127.0.6.4")) {
      // given
      node.register();
      assertThat(node.heartbeat().getNextHeartBeatInterval()).isEqualTo(3000);
      // when
      prescribe("", 0, 0);
      rm.conf().set("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "2500");
      rm.refresh("-refreshNodesResources");
      // then
      assertThat(node.heartbeat().getNextHeartBeatInterval()).isEqualTo(2500);
    }
  }

  /** What the node has, used or free. */
  private static String size(SimulatedNodeManager node) throws Exception {
    return rm.field("/ws/v1/cluster/nodes/" + node.id(), "availMemoryMB");
  }
}
