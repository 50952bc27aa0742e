package ebb.hadoop.tracker;

import static org.apache.hadoop.yarn.api.records.ContainerState.COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.UnmanagedApplication;
import ebb.hadoop.heartbeat.Reports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What NodeManagers are answered, with the numbers of YARN's own cases of its resource tracker. */
class TrackerCasesIT {
  @TempDir static Path folder;
  static Path includeFile;
  static RunningRm rm;
  static int hosts;

  @BeforeAll
  static void startRm() throws Exception {
    HadoopFolder conf = RunningRm.folder(folder);
    includeFile = Files.createFile(folder.resolve("include"));
    conf.set("yarn.resourcemanager.nodes.include-path", includeFile.toString());
    conf.set("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "4000");
    rm = RunningRm.start(folder, conf);
  }

  @AfterAll
  static void stopRm() throws Exception {
    rm.close();
  }

  @BeforeEach
  void letEverybodyIn() throws Exception {
    rm.conf().exclude();
    include();
  }

  /** Without a name: everybody. */
  private static void include(String... names) throws Exception {
    Files.write(includeFile, List.of(names));
    rm.refresh("-refreshNodes");
  }

  private static SimulatedNodeManager nodeManager() throws Exception {
    hosts++;
    return rm.nodeManager("127.0.2." + hosts);
  }

  private static SimulatedNodeManager registered() throws Exception {
    SimulatedNodeManager node = nodeManager().offers(5120, 5);
    assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    return node;
  }

  /** Out of the counts of the tests that follow. */
  private static void remove(SimulatedNodeManager... nodes) throws Exception {
    for (SimulatedNodeManager node : nodes) {
      node.unregister();
      await().untilAsserted(() -> assertThat(rm.stateOf(node)).isNotEqualTo("RUNNING"));
      node.close();
    }
  }

  @Test
  @Tag("case-112")
  void shouldTellEverybodyTheConfiguredInterval() throws Exception {
    SimulatedNodeManager one = registered();
    SimulatedNodeManager two = registered();
    assertThat(one.heartbeat().getNextHeartBeatInterval()).isEqualTo(4000);
    assertThat(two.heartbeat().getNextHeartBeatInterval()).isEqualTo(4000);
    remove(one, two);
  }

  @Test
  @Tag("case-114")
  void shouldSendIdleNodesHomeThatDrain() throws Exception {
    // given
    SimulatedNodeManager one = registered();
    SimulatedNodeManager two = registered();
    SimulatedNodeManager three = registered();
    int decommissioned = rm.metric("decommissionedNodes");
    // when
    rm.drain(3600, two.id().getHost(), three.id().getHost());
    // then
    await()
        .untilAsserted(
            () -> {
              assertThat(two.heartbeat().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
              assertThat(three.heartbeat().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
            });
    assertThat(one.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(rm.stateOf(two)).isEqualTo("DECOMMISSIONED");
    assertThat(rm.stateOf(three)).isEqualTo("DECOMMISSIONED");
    assertThat(rm.metric("decommissionedNodes")).isEqualTo(decommissioned + 2);
    remove(one);
  }

  @Test
  @Tag("case-120")
  @Tag("case-121")
  void shouldAdmitWhomTheIncludeListNames() throws Exception {
    try (SimulatedNodeManager one = nodeManager().offers(1024, 1);
        SimulatedNodeManager two = nodeManager().offers(1024, 1)) {
      // given
      include(one.id().getHost());
      // when
      RegisterNodeManagerResponse refusal = two.register();
      // then
      assertThat(refusal.getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
      assertThat(refusal.getDiagnosticsMessage())
          .contains("Disallowed NodeManager", two.id().getHost(), "Sending SHUTDOWN signal");
      // and
      assertThat(one.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
      remove(one);
    }
  }

  @Test
  @Tag("case-128")
  void shouldRebootANodeThatIsOutOfStep() throws Exception {
    // given
    SimulatedNodeManager node = registered();
    int rebooted = rm.metric("rebootedNodes");
    // when
    NodeHeartbeatResponse answer = node.heartbeatWith(-100);
    // then
    assertThat(answer.getNodeAction()).isEqualTo(NodeAction.RESYNC);
    assertThat(answer.getDiagnosticsMessage()).contains("rm response id:0 ", "nm response id:-100");
    await().untilAsserted(() -> assertThat(rm.metric("rebootedNodes")).isEqualTo(rebooted + 1));
    node.close();
  }

  @Test
  @Tag("case-130")
  @Tag("case-132")
  void shouldCountSickNodesUntilTheyAreWellOrGone() throws Exception {
    // given
    SimulatedNodeManager node = registered();
    int shutDown = rm.metric("shutdownNodes");
    // when
    node.healthReport("sick").heartbeat();
    // then
    await().untilAsserted(() -> assertThat(rm.metric("unhealthyNodes")).isEqualTo(1));
    // when, then: good news that come at once have to wait
    await()
        .atMost(java.time.Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              node.healthReport("").heartbeat();
              assertThat(rm.metric("unhealthyNodes")).isZero();
            });
    // when
    node.healthReport("sick").heartbeat();
    await().untilAsserted(() -> assertThat(rm.metric("unhealthyNodes")).isEqualTo(1));
    node.unregister();
    // then
    await().untilAsserted(() -> assertThat(rm.metric("shutdownNodes")).isEqualTo(shutDown + 1));
    assertThat(rm.metric("unhealthyNodes")).isZero();
    node.close();
  }

  @Test
  @Tag("case-134")
  void shouldCountAShutDownOnceWhenTheNodeAlsoSaysGoodbye() throws Exception {
    // given
    SimulatedNodeManager node = registered();
    int shutDown = rm.metric("shutdownNodes");
    int decommissioned = rm.metric("decommissionedNodes");
    include("another");
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.SHUTDOWN);
    // when
    node.unregister();
    // then
    assertThat(rm.stateOf(node)).isEqualTo("SHUTDOWN");
    assertThat(rm.metric("shutdownNodes")).isEqualTo(shutDown + 1);
    assertThat(rm.metric("decommissionedNodes")).isEqualTo(decommissioned);
    node.close();
  }

  @Test
  @Tag("case-135")
  void shouldCountAShutDownOnceWhenTheNodeHasNotHeardOfIt() throws Exception {
    // given
    SimulatedNodeManager node = registered();
    int shutDown = rm.metric("shutdownNodes");
    int decommissioned = rm.metric("decommissionedNodes");
    include("another");
    // when
    node.unregister();
    // then
    await().untilAsserted(() -> assertThat(rm.metric("shutdownNodes")).isEqualTo(shutDown + 1));
    assertThat(rm.metric("decommissionedNodes")).isEqualTo(decommissioned);
    node.close();
  }

  @Test
  @Tag("case-137")
  @Tag("case-138")
  void shouldTakeASickNodeAndItsSizesAgain() throws Exception {
    // given
    SimulatedNodeManager one = registered();
    SimulatedNodeManager two = registered();
    two.healthReport("sick").heartbeat();
    await().untilAsserted(() -> assertThat(rm.metric("unhealthyNodes")).isEqualTo(1));
    // when
    assertThat(two.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(two.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    // then
    assertThat(rm.metric("activeNodes")).isEqualTo(1);
    assertThat(rm.metric("unhealthyNodes")).isEqualTo(1);
    // when it is healthy again, as its heartbeats say (good news that come at once have to wait),
    // and larger
    await()
        .atMost(java.time.Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              two.healthReport("").heartbeat();
              assertThat(rm.metric("activeNodes")).isEqualTo(2);
            });
    two.offers(10240, 5).register();
    // then
    await().untilAsserted(() -> assertThat(rm.metric("availableMB")).isEqualTo(5120 + 10240));
    // when it registers once more, with work
    try (UnmanagedApplication application = UnmanagedApplication.start(rm.clientConf())) {
      two.holds(application.id()).offers(15360, 5).register();
      // then
      await().untilAsserted(() -> assertThat(rm.metric("availableMB")).isEqualTo(5120 + 15360));
      application.finish();
    }
    remove(one, two);
  }

  @Test
  @Tag("case-139")
  void shouldTakeAnIdleNodeAgainThatListensElsewhere() throws Exception {
    // given
    SimulatedNodeManager one = registered();
    SimulatedNodeManager two = registered();
    await().untilAsserted(() -> assertThat(rm.metric("availableMB")).isEqualTo(10240));
    // when
    assertThat(one.listensOn(3).register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    one.heartbeat();
    one.heartbeat();
    // then
    String path = "/ws/v1/cluster/nodes/" + one.id();
    assertThat(rm.field(path, "nodeHTTPAddress")).isEqualTo(one.id().getHost() + ":3");
    await().untilAsserted(() -> assertThat(rm.metric("availableMB")).isEqualTo(10240));
    assertThat(rm.field(path, "availMemoryMB")).isEqualTo("5120");
    assertThat(rm.metric("activeNodes")).isEqualTo(2);
    remove(one, two);
  }

  @Test
  @Tag("case-140")
  void shouldLetTheNodeForgetCompletedContainersThatNobodyElseKnows() throws Exception {
    // given
    SimulatedNodeManager node = registered();
    try (UnmanagedApplication application = UnmanagedApplication.start(rm.clientConf())) {
      node.has(Reports.container(application.id(), 101), COMPLETE);
      node.has(Reports.container(application.id(), 102), COMPLETE);
      // when
      Set<ContainerId> removable = new HashSet<>();
      await()
          .untilAsserted(
              () -> {
                removable.addAll(node.heartbeat().getContainersToBeRemovedFromNM());
                assertThat(removable).hasSize(2);
              });
      application.finish();
    }
    remove(node);
  }

  @Test
  @Tag("case-144")
  void shouldStartTheResponseIdsAnewWithARegistration() throws Exception {
    // given
    SimulatedNodeManager node = registered();
    for (int beat = 0; beat < 3; beat++) {
      node.heartbeat();
    }
    // when
    node.register();
    NodeHeartbeatResponse answer = node.heartbeat();
    // then
    assertThat(answer.getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(answer.getResponseId()).isEqualTo(1);
    assertThat(rm.stateOf(node)).isEqualTo("RUNNING");
    remove(node);
  }

  @Test
  @Tag("case-83")
  void shouldShowTheVersionOfTheNewestRegistration() throws Exception {
    // given
    SimulatedNodeManager node = nodeManager().isOfVersion("nm version 1");
    node.register();
    // when
    node.isOfVersion("nm version 2").register();
    // then
    assertThat(rm.field("/ws/v1/cluster/nodes/" + node.id(), "version")).isEqualTo("nm version 2");
    remove(node);
  }

  /** Defect 29 of stock YARN: the list fails for everybody. */
  @Test
  void shouldListNodesWhenOneReportsNoUtilisation() throws Exception {
    // given
    SimulatedNodeManager node = registered();
    node.heartbeat(request -> request.getNodeStatus().setNodeUtilization(null));
    // when, then
    assertThat(rm.rest("/ws/v1/cluster/nodes")).contains("\"id\":\"" + node.id() + "\"");
    remove(node);
  }
}
