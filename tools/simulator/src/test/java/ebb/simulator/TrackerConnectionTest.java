package ebb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.yarn.proto.ResourceTracker.ResourceTrackerService;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatResponseProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerResponseProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.UnRegisterNodeManagerRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.UnRegisterNodeManagerResponseProto;
import org.apache.hadoop.yarn.server.api.ResourceTrackerPB;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection with many calls in flight. */
class TrackerConnectionTest {
  private static final int MORE_THAN_HADOOP_ALLOWS = 300;

  @Test
  @Timeout(60)
  void shouldMakeAnyNumberOfCallsWhateverElseThisProcessAsks() throws Exception {
    // given another caller with Hadoop's default settings, which the first caller sets for all
    Pausing tracker = new Pausing();
    Configuration conf = new Configuration();
    RPC.Server server = serve(tracker, conf);
    InetSocketAddress address = server.getListenerAddress();
    ResourceTrackerPB somebody =
        RPC.getProxy(
            ResourceTrackerPB.class,
            RPC.getProtocolVersion(ResourceTrackerPB.class),
            address,
            conf);
    try (TrackerConnection connection = TrackerConnection.to(address, conf)) {
      // when the ResourceManager pauses
      List<CompletableFuture<NodeHeartbeatResponseProto>> calls =
          Stream.generate(
                  () -> connection.heartbeat(NodeHeartbeatRequestProto.getDefaultInstance()))
              .limit(MORE_THAN_HADOOP_ALLOWS)
              .toList();
      // then no call is rejected
      assertThat(calls).noneMatch(CompletableFuture::isDone);
      tracker.pause.countDown();
      assertThat(calls).allSatisfy(call -> assertThat(call.get().getResponseId()).isEqualTo(7));
    } finally {
      tracker.pause.countDown();
      RPC.stopProxy(somebody);
      server.stop();
    }
  }

  private static RPC.Server serve(Pausing tracker, Configuration conf) throws Exception {
    RPC.setProtocolEngine(conf, ResourceTrackerPB.class, ProtobufRpcEngine2.class);
    conf.setInt("ipc.server.handler.queue.size", 10 * MORE_THAN_HADOOP_ALLOWS);
    RPC.Server server =
        new RPC.Builder(conf)
            .setProtocol(ResourceTrackerPB.class)
            .setInstance(ResourceTrackerService.newReflectiveBlockingService(tracker))
            .setBindAddress("127.0.0.1")
            .setPort(0)
            .setNumHandlers(1)
            .build();
    server.start();
    return server;
  }

  private static final class Pausing implements ResourceTrackerService.BlockingInterface {
    private final CountDownLatch pause = new CountDownLatch(1);

    @Override
    public NodeHeartbeatResponseProto nodeHeartbeat(
        RpcController controller, NodeHeartbeatRequestProto request) {
      try {
        pause.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return NodeHeartbeatResponseProto.newBuilder().setResponseId(7).build();
    }

    @Override
    public RegisterNodeManagerResponseProto registerNodeManager(
        RpcController controller, RegisterNodeManagerRequestProto request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public UnRegisterNodeManagerResponseProto unRegisterNodeManager(
        RpcController controller, UnRegisterNodeManagerRequestProto request) {
      throw new UnsupportedOperationException();
    }
  }
}
