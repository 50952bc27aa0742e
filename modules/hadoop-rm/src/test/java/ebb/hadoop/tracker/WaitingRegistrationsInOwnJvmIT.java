package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.SimulatedNodeManager;
import ebb.hadoop.rpc.RpcPeer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.ResourceTrackerPB;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerRequestPBImpl;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registrations that wait for names take a part of the memory, and leave some for others. */
class WaitingRegistrationsInOwnJvmIT {
  private static final int MEGABYTE = 1024 * 1024;
  private static final String REFUSED = "too many requests wait already";

  /** As many of a megabyte as one network may have waiting: half of an eighth of the heap. */
  private static final int MOST = (int) (Runtime.getRuntime().maxMemory() / 8 / 2 / (2 * MEGABYTE));

  @TempDir Path folder;
  private ListsRm rm;
  private final List<RpcPeer> peers = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    HangingTopology.answer = new CountDownLatch(1);
    rm = ListsRm.in(folder);
    rm.conf.set("net.topology.node.switch.mapping.impl", HangingTopology.class.getName());
    rm.clusterSettings(
        "ebb.nodes-list-manager { registration-timeout = 2m, admission-grace = 3m }");
    rm.start();
  }

  @AfterEach
  void stop() throws Exception {
    HangingTopology.answer.countDown();
    for (RpcPeer peer : peers) {
      peer.close();
    }
    rm.stop();
  }

  @Test
  void shouldServeOthersWhileOneNetworkHasFilledItsPart() throws Exception {
    // given a node that runs
    InetAddress here = InetAddress.getLoopbackAddress();
    SimulatedNodeManager running = rm.runs("127.0.0.41", 1234);
    // when registrations of one network wait for names until it may have no more
    List<RpcPeer> asked = new ArrayList<>();
    for (int i = 0; i < 2 * MOST; i++) {
      asked.add(registers(here, HangingTopology.HANGS + (1 + i), MEGABYTE));
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(answered(asked)).hasSizeBetween(MOST - 1, MOST + 1));
    // then the others are asked to try again, by what NodeManagers of all kinds understand
    List<RpcPeer> waiting = new ArrayList<>(asked);
    for (RpcPeer refused : answered(asked)) {
      waiting.remove(refused);
      assertThat(refused.answer()).contains("StandbyException", REFUSED);
    }
    // and heartbeats go on
    assertThat(running.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    // and other networks come in
    Optional<InetAddress> elsewhere = otherAddress();
    if (elsewhere.isPresent()) {
      assertThat(registers(elsewhere.get(), "127.0.0.42", MEGABYTE).answer())
          .doesNotContain("Exception");
      assertThat(rm.nodes()).containsKey("127.0.0.42:1234");
    }
    assertThat(answered(waiting)).as("answered meanwhile").isEmpty();
    // when the names are known at last
    HangingTopology.answer.countDown();
    // then all are let in
    for (RpcPeer each : waiting) {
      assertThat(each.answer()).doesNotContain("Exception");
    }
    // and the memory is there for as many again
    HangingTopology.answer = new CountDownLatch(1);
    List<RpcPeer> again = new ArrayList<>();
    for (int i = 0; i < waiting.size(); i++) {
      again.add(registers(here, HangingTopology.HANGS + (201 + i), MEGABYTE));
    }
    HangingTopology.answer.countDown();
    for (RpcPeer each : again) {
      assertThat(each.answer()).doesNotContain("Exception");
    }
  }

  private static List<RpcPeer> answered(List<RpcPeer> peers) {
    return peers.stream().filter(RpcPeer::isAnswered).toList();
  }

  /** A registration on a connection of its own, which nobody waits for here. */
  private RpcPeer registers(InetAddress from, String host, int length) throws Exception {
    String port = rm.conf.get("yarn.resourcemanager.resource-tracker.address");
    RpcPeer peer =
        RpcPeer.loggedIn(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(port.substring(port.indexOf(':') + 1))),
            from);
    peers.add(peer);
    Resource size = Resource.newInstance(4096, 4);
    ContainerId container =
        ContainerId.newContainerId(
            ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), 2);
    RegisterNodeManagerRequest request =
        RegisterNodeManagerRequest.newInstance(
            NodeId.newInstance(host, 1234),
            8042,
            size,
            "3.5.0",
            List.of(
                NMContainerStatus.newInstance(
                    container,
                    0,
                    ContainerState.COMPLETE,
                    size,
                    "x".repeat(length),
                    0,
                    Priority.newInstance(1),
                    0)),
            List.of(),
            null,
            size);
    peer.sendFrame(
        RpcPeer.delimited(
            RpcPeer.header(1).build(),
            RpcPeer.method(ResourceTrackerPB.class, "registerNodeManager"),
            ((RegisterNodeManagerRequestPBImpl) request).getProto()));
    return peer;
  }

  /** One that the server sees as another network. */
  private static Optional<InetAddress> otherAddress() throws Exception {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof java.net.Inet4Address)
        .filter(address -> !address.isLoopbackAddress())
        .findFirst();
  }
}
