package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManager;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With ebb.tracker.require-node-address a node is spoken for by its own host, and nobody else. */
class SendersOverRpcIT {
  @TempDir static Path folder;
  static RunningRm rm;

  @BeforeAll
  static void start() throws Exception {
    rm = RunningRm.with("ebb.tracker.require-node-address = true", folder);
  }

  @AfterAll
  static void stop() throws Exception {
    rm.close();
  }

  private static SimulatedNodeManager nodeManager(String id) throws Exception {
    Configuration impatient = rm.clientConf();
    impatient.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, 1_000);
    return SimulatedNodeManager.of(NodeId.fromString(id), impatient);
  }

  @Test
  void shouldAdmitANodeManagerThatComesFromItsHost() throws Exception {
    var node = rm.runningNode("127.0.0.1:1");

    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
  }

  @Test
  void shouldAskANodeManagerFromElsewhereToTryAgain() throws Exception {
    try (SimulatedNodeManager stranger = nodeManager("10.255.255.1:1")) {
      assertThatThrownBy(stranger::register)
          .hasStackTraceContaining("Refused NodeManager 10.255.255.1:1 from 127.0.0.1")
          .hasStackTraceContaining("which is no address of the host 10.255.255.1");
    }
    assertThat(rm.context().getRMNodes()).doesNotContainKey(NodeId.fromString("10.255.255.1:1"));
  }

  @Test
  void shouldTakeNoHeartbeatAndNoGoodbyeFromAnybodyButTheRegisteredOne() throws Exception {
    // given
    var node = rm.runningNode("127.0.0.1:2");
    UserGroupInformation mallory = UserGroupInformation.createRemoteUser("mallory");
    mallory.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (SimulatedNodeManager stranger = nodeManager("127.0.0.1:2")) {
                // then
                assertThat(stranger.heartbeatWith(1).getNodeAction()).isEqualTo(NodeAction.RESYNC);
                assertThatThrownBy(stranger::unregister)
                    .hasStackTraceContaining("Refused to unregister NodeManager 127.0.0.1:2")
                    .hasStackTraceContaining("mallory");
              }
              return null;
            });
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
  }

  /** The new leader has not heard from the NodeManager yet, but it knows the node. */
  @Test
  void shouldLetANodeManagerUnregisterFromItsHostAfterAFailover() throws Exception {
    // given
    var node = rm.runningNode("127.0.0.1:3");
    var elsewhere = rm.runningNode("127.0.0.1:4");
    rm.deactivate();
    rm.restart();
    await().untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("RUNNING"));
    // when
    node.unregister();
    // then
    await().untilAsserted(() -> assertThat(rm.stateOf(node)).isEqualTo("SHUTDOWN"));
    assertThat(rm.stateOf(elsewhere)).isEqualTo("RUNNING");
  }

  @Test
  void shouldLetNobodyUnregisterANodeOfAnotherHostThatHasNotRegisteredHere() throws Exception {
    try (SimulatedNodeManager stranger = nodeManager("10.255.255.1:1")) {
      assertThatThrownBy(stranger::unregister)
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("Refused to unregister NodeManager 10.255.255.1:1 from 127.0.0.1")
          .hasMessageContaining("which is no address of the host 10.255.255.1");
    }
  }
}
