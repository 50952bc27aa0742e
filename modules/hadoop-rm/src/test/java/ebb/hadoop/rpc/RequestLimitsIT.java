package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.RunningRm;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server.AuthProtocol;
import org.apache.hadoop.ipc.protobuf.ProtobufRpcEngine2Protos.RequestHeaderProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcRequestHeaderProto;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
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
import org.junit.jupiter.params.provider.CsvSource;

/** No peer takes more memory than there is, whatever it announces or sends. */
class RequestLimitsIT {
  private static final int LARGEST_FRAME = 8_388_608;
  private static final long BUDGET = Runtime.getRuntime().maxMemory() / 16;
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

  private static InetSocketAddress port(String key) {
    return conf.getSocketAddr(key, "127.0.0.1:0", 0);
  }

  /** What NodeManagers, clients, masters of applications and administrators connect to. */
  @ParameterizedTest
  @CsvSource({
    YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS + ", NONE",
    YarnConfiguration.RM_ADDRESS + ", NONE",
    YarnConfiguration.RM_SCHEDULER_ADDRESS + ", SASL",
    YarnConfiguration.RM_ADMIN_ADDRESS + ", NONE"
  })
  void shouldGiveUpWhatIsAnnouncedByManyWhoHaveNotLoggedIn(String key, AuthProtocol how)
      throws Exception {
    // given connections that announce twice the budget of the port, and send nothing more
    long connections = 2 * BUDGET / FrameBudget.BEFORE_LOGIN;
    List<RpcPeer> open = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      RpcPeer peer = RpcPeer.of(port(key), how);
      peer.announce(FrameBudget.BEFORE_LOGIN);
      open.add(peer);
    }
    // then
    shouldCloseMostAndServeOthers(open, "not-logged-in-" + key.length() + ":1");
  }

  @Test
  void shouldGiveUpWhatIsAnnouncedByManyWhoHaveLoggedIn() throws Exception {
    // given connections that announce twice the heap, and send nothing more
    long connections = 2 * Runtime.getRuntime().maxMemory() / LARGEST_FRAME;
    List<RpcPeer> open = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      RpcPeer peer = RpcPeer.loggedIn(port(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS));
      peer.announce(LARGEST_FRAME);
      open.add(peer);
    }
    // then
    shouldCloseMostAndServeOthers(open, "logged-in:1");
  }

  private static void shouldCloseMostAndServeOthers(List<RpcPeer> open, String node)
      throws Exception {
    try {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> open.stream().filter(RpcPeer::isClosedNow).count() >= open.size() / 2);
      assertThat(rm.runningNode(node).heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    } finally {
      for (RpcPeer each : open) {
        each.close();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"NONE", "SASL"})
  void shouldTakeLittleOfAPeerThatHasNotLoggedIn(AuthProtocol how) throws Exception {
    try (RpcPeer peer = RpcPeer.of(port(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS), how)) {
      peer.announce(FrameBudget.BEFORE_LOGIN + 1);
      assertThat(peer.isClosedWithoutAnAnswer()).isTrue();
    }
  }

  @Test
  void shouldCloseAConnectionThatAnnouncesMoreThanAFrameMayHave() throws Exception {
    try (RpcPeer peer = RpcPeer.loggedIn(port(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS))) {
      peer.announce(LARGEST_FRAME + 1);
      assertThat(peer.isClosedWithoutAnAnswer()).isTrue();
    }
  }

  @Test
  void shouldCloseAConnectionWithALargeHeaderBeforeItIsRead() throws Exception {
    // given a header of two million values, each of which becomes an object
    RpcRequestHeaderProto header =
        RpcPeer.header(1)
            .setUnknownFields(UnknownFieldSet.newBuilder().addField(999, zeros(2_000_000)).build())
            .build();
    try (RpcPeer peer = RpcPeer.loggedIn(port(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS))) {
      // when
      peer.sendFrame(RpcPeer.delimited(header));
      // then
      assertThat(peer.isClosedWithoutAnAnswer()).isTrue();
    }
  }

  @Test
  void shouldCloseAConnectionWithALargeHeaderOfItsMethod() throws Exception {
    // given
    RequestHeaderProto method =
        RequestHeaderProto.newBuilder()
            .setMethodName("nodeHeartbeat")
            .setDeclaringClassProtocolName("x".repeat(RequestHeaders.LARGEST))
            .setClientProtocolVersion(1)
            .build();
    try (RpcPeer peer = RpcPeer.loggedIn(port(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS))) {
      // when
      peer.sendFrame(RpcPeer.delimited(RpcPeer.header(1).build(), method));
      // then
      assertThat(peer.isClosedWithoutAnAnswer()).isTrue();
    }
  }

  private static UnknownFieldSet.Field zeros(int count) {
    UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
    for (int i = 0; i < count; i++) {
      field.addVarint(0);
    }
    return field.build();
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
