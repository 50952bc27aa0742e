package ebb.simulator;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcWritable;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatResponseProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerResponseProto;
import org.apache.hadoop.yarn.server.api.ResourceTrackerPB;

/**
 * One TCP connection to the ResourceManager with any number of calls in flight. The first call
 * opens it, and the next call reopens it after a failure.
 *
 * <p>Hadoop's client shares a connection among callers with the same address, protocol and user.
 * Users are compared by identity, so each connection has its own, all with the same name.
 */
final class TrackerConnection implements AutoCloseable {
  /**
   * After a refused connection, all calls on it fail for this long. Separate attempts would keep
   * the processor busy that the next leader needs. Real nodes have their own processors.
   */
  private static final long REFUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ResourceTrackerPB proxy;
  private volatile Optional<Refusal> refusal = Optional.empty();

  private TrackerConnection(ResourceTrackerPB proxy) {
    this.proxy = proxy;
  }

  /** Does not connect yet. */
  static TrackerConnection to(InetSocketAddress tracker, Configuration hadoop) throws IOException {
    Configuration conf = new Configuration(hadoop);
    // The next heartbeat is the retry.
    conf.setInt("ipc.client.connect.max.retries", 0);
    conf.setInt("ipc.client.connect.max.retries.on.timeouts", 0);
    // The caller limits the calls in flight; -1 means no limit here.
    conf.setInt("ipc.client.async.calls.max", -1);
    conf.setInt("ipc.client.connection.maxidletime", (int) TimeUnit.HOURS.toMillis(1));
    RPC.setProtocolEngine(conf, ResourceTrackerPB.class, ProtobufRpcEngine2.class);
    UserGroupInformation user =
        UserGroupInformation.isSecurityEnabled()
            ? UserGroupInformation.getLoginUser()
            : UserGroupInformation.createRemoteUser(
                UserGroupInformation.getCurrentUser().getShortUserName());
    return new TrackerConnection(
        RPC.getProtocolProxy(
                ResourceTrackerPB.class,
                RPC.getProtocolVersion(ResourceTrackerPB.class),
                tracker,
                user,
                conf,
                new OwnSockets(NetUtils.getDefaultSocketFactory(conf)),
                Client.getRpcTimeout(conf),
                RetryPolicies.TRY_ONCE_THEN_FAIL)
            .getProxy());
  }

  /** Completed by the thread that reads responses. */
  CompletableFuture<RegisterNodeManagerResponseProto> register(
      RegisterNodeManagerRequestProto request) {
    return call(
        () -> proxy.registerNodeManager(null, request),
        RegisterNodeManagerResponseProto.getDefaultInstance());
  }

  /** Completed by the thread that reads responses. */
  CompletableFuture<NodeHeartbeatResponseProto> heartbeat(NodeHeartbeatRequestProto request) {
    return call(
        () -> proxy.nodeHeartbeat(null, request), NodeHeartbeatResponseProto.getDefaultInstance());
  }

  private <A extends Message> CompletableFuture<A> call(Call call, A kind) {
    Optional<Refusal> fresh =
        refusal.filter(known -> System.nanoTime() - known.at() < REFUSED_NANOS);
    if (fresh.isPresent()) {
      return CompletableFuture.failedFuture(fresh.get().cause());
    }
    Client.setAsynchronousMode(true);
    try {
      call.send();
    } catch (ServiceException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof ConnectException) {
        refusal = Optional.of(new Refusal(cause, System.nanoTime()));
      }
      return CompletableFuture.failedFuture(cause);
    } finally {
      Client.setAsynchronousMode(false);
    }
    return Client.<RpcWritable.Buffer>getResponseFuture().thenApply(bytes -> read(bytes, kind));
  }

  private static <A extends Message> A read(RpcWritable.Buffer bytes, A kind) {
    try {
      return bytes.getValue(kind);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public void close() {
    RPC.stopProxy(proxy);
  }

  private record Refusal(Throwable cause, long at) {}

  private interface Call {
    Message send() throws ServiceException;
  }
}
