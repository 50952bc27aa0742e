package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.proto.HAServiceProtocolProtos.HAServiceProtocolService;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolPB;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolServerSideTranslatorPB;
import org.apache.hadoop.ipc.LimitedConnection;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.ServerAccess;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.ResourceTrackerPB;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.utils.YarnServerBuilderUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One port with limits, one handler and a call queue of ten, without a ResourceManager. */
class BoundedRpcServersTest {
  private static final int LARGE = 8_000_000;

  private final Configuration conf = new Configuration();
  private final Tracker tracker = new Tracker();
  private Server server;

  /** Answers when it is let. */
  private static final class Tracker implements ResourceTracker {
    private volatile CountDownLatch open = new CountDownLatch(0);
    private final AtomicInteger begun = new AtomicInteger();
    private final List<InetAddress> callers = new ArrayList<>();

    @Override
    public NodeHeartbeatResponse nodeHeartbeat(NodeHeartbeatRequest request) throws IOException {
      begun.incrementAndGet();
      synchronized (callers) {
        callers.add(Server.getRemoteIp());
      }
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return YarnServerBuilderUtils.newNodeHeartbeatResponse(NodeAction.NORMAL, "");
    }

    @Override
    public RegisterNodeManagerResponse registerNodeManager(RegisterNodeManagerRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public UnRegisterNodeManagerResponse unRegisterNodeManager(
        UnRegisterNodeManagerRequest request) {
      throw new UnsupportedOperationException();
    }
  }

  @BeforeEach
  void start() {
    conf.setInt(CommonConfigurationKeys.IPC_SERVER_HANDLER_QUEUE_SIZE_KEY, 10);
    conf.setInt(CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH, 8 * 1024 * 1024);
    server =
        BoundedRpcServers.get()
            .getServer(
                ResourceTracker.class,
                tracker,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                conf,
                null,
                1,
                null);
    server.start();
  }

  @AfterEach
  void stop() {
    tracker.open.countDown();
    server.stop();
  }

  private InetSocketAddress port() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort());
  }

  private ResourceTracker client() {
    return (ResourceTracker) YarnRPC.create(conf).getProxy(ResourceTracker.class, port(), conf);
  }

  private static NodeHeartbeatRequest heartbeat() {
    NodeStatus status =
        NodeStatus.newInstance(
            NodeId.newInstance("nm1", 1),
            0,
            List.of(),
            List.of(),
            NodeHealthStatus.newInstance(true, "", 0),
            null,
            null,
            null);
    return NodeHeartbeatRequest.newInstance(status, null, null, Set.of());
  }

  /** Hadoop's lines ask an address for its name, and a name server may not answer. */
  @Test
  void shouldAskNoNameServerForThePeerOnAHandlerOrReader() throws Exception {
    ResourceTracker client = client();
    try {
      client.nodeHeartbeat(heartbeat());

      assertThat(tracker.callers)
          .extracting(InetAddress::toString)
          .containsOnly("127.0.0.1/127.0.0.1");
      assertThat(ServerAccess.connections(server))
          .extracting(LimitedConnection::getHostInetAddress)
          .extracting(InetAddress::toString)
          .containsOnly("127.0.0.1/127.0.0.1");
    } finally {
      RPC.stopProxy(client);
    }
  }

  /** As AdminService does it when there are several ResourceManagers. */
  @Test
  void shouldCountTheFieldsOfAProtocolThatIsAddedLater() throws Exception {
    // given
    HAServiceProtocol nobody =
        (HAServiceProtocol)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HAServiceProtocol.class},
                (proxy, method, arguments) -> null);
    RPC.setProtocolEngine(conf, HAServiceProtocolPB.class, ProtobufRpcEngine2.class);
    ((RPC.Server) server)
        .addProtocol(
            RPC.RpcKind.RPC_PROTOCOL_BUFFER,
            HAServiceProtocol.class,
            HAServiceProtocolService.newReflectiveBlockingService(
                new HAServiceProtocolServerSideTranslatorPB(nobody)));
    UnknownFieldSet.Field.Builder zeros = UnknownFieldSet.Field.newBuilder();
    for (int i = 0; i <= CountedService.MOST_FIELDS; i++) {
      zeros.addVarint(0);
    }
    // when
    try (RpcPeer peer = RpcPeer.loggedIn(port())) {
      peer.sendFrame(
          RpcPeer.delimited(
              RpcPeer.header(1).build(),
              RpcPeer.method(HAServiceProtocol.class, "transitionToActive"),
              UnknownFieldSet.newBuilder().addField(999, zeros.build()).build()));
      // then
      assertThat(peer.answer()).contains("Refused transitionToActive with more than 500000 fields");
    }
  }

  @Test
  void shouldRefuseLargeRequestsWhileThoseThatWaitForAHandlerFillTheBudget() throws Exception {
    // given a handler that is held
    ExecutorService clients = Executors.newCachedThreadPool();
    ResourceTracker client = client();
    ResourceTracker other = client();
    List<RpcPeer> peers = new ArrayList<>();
    try {
      tracker.open = new CountDownLatch(1);
      var first = clients.submit(() -> client.nodeHeartbeat(heartbeat()));
      await().untilAsserted(() -> assertThat(tracker.begun).hasValue(1));
      // when more large requests come than the budget has room for
      long budget = Runtime.getRuntime().maxMemory() / 16;
      byte[] request =
          RpcPeer.delimited(
              RpcPeer.header(1).build(),
              RpcPeer.method(ResourceTrackerPB.class, "nodeHeartbeat"),
              UnknownFieldSet.newBuilder()
                  .addField(
                      999,
                      UnknownFieldSet.Field.newBuilder()
                          .addLengthDelimited(ByteString.copyFrom(new byte[LARGE]))
                          .build())
                  .build());
      long most = budget / request.length + 1;
      for (int i = 0; i < most + 3; i++) {
        RpcPeer peer = RpcPeer.loggedIn(port());
        peers.add(peer);
        long before = ServerAccess.waitingBytes(server);
        try {
          peer.sendFrame(request);
        } catch (IOException e) {
          // it was closed meanwhile
        }
        // Only what has arrived counts against the budget.
        await().until(() -> peer.isClosedNow() || ServerAccess.waitingBytes(server) > before);
      }
      // then
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> peers.stream().filter(RpcPeer::isClosedNow).count() >= 3);
      // It is looked at when a quarter of it has been announced since.
      assertThat(ServerAccess.waitingBytes(server)).isBetween(1L, budget + budget / 4);
      // and small ones wait for their turn
      var small = clients.submit(() -> other.nodeHeartbeat(heartbeat()));
      tracker.open.countDown();
      assertThat(first.get(20, TimeUnit.SECONDS).getNodeAction()).isEqualTo(NodeAction.NORMAL);
      assertThat(small.get(20, TimeUnit.SECONDS).getNodeAction()).isEqualTo(NodeAction.NORMAL);
    } finally {
      clients.shutdownNow();
      for (RpcPeer each : peers) {
        each.close();
      }
      RPC.stopProxy(client);
      RPC.stopProxy(other);
    }
  }

  @Test
  void shouldServeTenThousandHeartbeatsThatComeAtOnce() throws Exception {
    // given
    int clients = 100;
    int each = 100;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    ResourceTracker client = client();
    try {
      List<Future<Integer>> served = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        served.add(
            threads.submit(
                () -> {
                  int normal = 0;
                  for (int beat = 0; beat < each; beat++) {
                    if (client.nodeHeartbeat(heartbeat()).getNodeAction() == NodeAction.NORMAL) {
                      normal++;
                    }
                  }
                  return normal;
                }));
      }
      // then
      for (var one : served) {
        assertThat(one.get(120, TimeUnit.SECONDS)).isEqualTo(each);
      }
      assertThat(tracker.begun).hasValue(clients * each);
    } finally {
      threads.shutdownNow();
      RPC.stopProxy(client);
    }
  }
}
