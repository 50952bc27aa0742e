package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataOutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.ServerRMProxy;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No peer takes more memory than there is, whatever it announces or sends. */
class RequestLimitsTest {
  private static final int LARGEST_FRAME = 8_388_608;
  private static final ContainerId CONTAINER =
      ContainerId.newContainerId(
          ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), 1);

  @TempDir static Path folder;
  static RunningRm rm;
  static Configuration conf;

  @BeforeAll
  static void start() throws Exception {
    rm = RunningRm.in(folder);
    conf = rm.clientConf();
  }

  @AfterAll
  static void stop() throws Exception {
    rm.close();
  }

  /** What NodeManagers, clients, masters of applications and administrators connect to. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.RM_ADDRESS,
        YarnConfiguration.RM_SCHEDULER_ADDRESS,
        YarnConfiguration.RM_ADMIN_ADDRESS
      })
  void shouldGoOnWhenMoreIsAnnouncedThanTheHeapHolds(String port) throws Exception {
    // given connections that announce twice the heap, and send nothing more
    long connections = 2 * Runtime.getRuntime().maxMemory() / LARGEST_FRAME;
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        open.add(announcing(LARGEST_FRAME, port));
      }
      // then those that are too many are closed
      Socket last = open.get(open.size() - 1);
      last.setSoTimeout(200);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> open.stream().filter(RequestLimitsTest::isClosed).count() > connections / 2);
      // and everybody else is served
      var node = rm.runningNode("served-beside-" + port.length() + ":1");
      assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    } finally {
      for (Socket each : open) {
        each.close();
      }
    }
  }

  private static boolean isClosed(Socket socket) {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (java.io.IOException e) {
      return true;
    }
  }

  @Test
  void shouldCloseAConnectionThatAnnouncesMoreThanAFrameMayHave() throws Exception {
    try (Socket socket =
        announcing(LARGEST_FRAME + 1, YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS)) {
      socket.setSoTimeout(10_000);
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  private static Socket announcing(int length, String port) throws Exception {
    InetSocketAddress address = conf.getSocketAddr(port, "127.0.0.1:0", 0);
    Socket socket = new Socket(address.getAddress(), address.getPort());
    var out = new DataOutputStream(socket.getOutputStream());
    out.write(new byte[] {'h', 'r', 'p', 'c', 9, 0, 0});
    out.writeInt(length);
    out.flush();
    return socket;
  }

  @Test
  void shouldRefuseAHeartbeatWithAMillionContainers() throws Exception {
    // given
    var node = rm.runningNode("many-containers:1");
    ContainerStatus empty =
        ContainerStatus.newInstance(CONTAINER, ContainerState.RUNNING, "", -1000);
    var status =
        NodeStatus.newInstance(
            node.id(),
            1,
            // a list that is as long as it says, and takes no room here
            java.util.Collections.nCopies(100_000, empty),
            List.of(),
            NodeHealthStatus.newInstance(true, "", 0),
            null,
            null,
            null);
    ResourceTracker tracker = ServerRMProxy.createRMProxy(conf, ResourceTracker.class);
    // then
    try {
      assertThatThrownBy(
              () ->
                  tracker.nodeHeartbeat(
                      NodeHeartbeatRequest.newInstance(status, null, null, Set.of())))
          .hasMessageContaining("Refused nodeHeartbeat with more than 500000 fields");
    } finally {
      RPC.stopProxy(tracker);
    }
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
  }

  @Test
  void shouldRegisterANodeManagerThatKeptTenThousandContainers() throws Exception {
    // given
    List<NMContainerStatus> kept = new ArrayList<>();
    for (int i = 1; i <= 10_000; i++) {
      kept.add(
          NMContainerStatus.newInstance(
              ContainerId.newContainerId(CONTAINER.getApplicationAttemptId(), i),
              0,
              ContainerState.RUNNING,
              Resource.newInstance(1024, 1),
              "",
              -1000,
              Priority.newInstance(1),
              1_000));
    }
    NodeId id = NodeId.newInstance("large-node", 1);
    Resource size = Resource.newInstance(1 << 24, 10_000);
    var request =
        RegisterNodeManagerRequest.newInstance(
            id, 8042, size, "3.5.0", kept, List.of(), Set.of(), size);
    ResourceTracker tracker = ServerRMProxy.createRMProxy(conf, ResourceTracker.class);
    // when
    try {
      assertThat(tracker.registerNodeManager(request).getNodeAction()).isEqualTo(NodeAction.NORMAL);
    } finally {
      RPC.stopProxy(tracker);
    }
    // then
    assertThat(rm.context().getRMNodes()).containsKey(id);
  }
}
