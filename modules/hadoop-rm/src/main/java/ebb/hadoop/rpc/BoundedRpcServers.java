package ebb.hadoop.rpc;

import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.ServerAccess;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.exceptions.ApplicationAttemptNotFoundException;
import org.apache.hadoop.yarn.exceptions.InvalidApplicationMasterRequestException;
import org.apache.hadoop.yarn.factories.RpcServerFactory;
import org.apache.hadoop.yarn.factories.impl.pb.RpcServerFactoryPBImpl;
import org.jspecify.annotations.Nullable;

/**
 * Creates Hadoop's RPC servers (8030 to 8033) as Hadoop does, with limits that Hadoop lacks: on the
 * memory of announced or waiting requests ({@link FrameBudget}), and on what a request becomes once
 * it is parsed ({@link CountedService}).
 */
public final class BoundedRpcServers implements RpcServerFactory {
  private static final BoundedRpcServers SELF = new BoundedRpcServers();

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  private static final LargeRequests LARGE = new LargeRequests(HEAP / 8);

  private BoundedRpcServers() {}

  /** Hadoop's RpcFactoryProvider finds this method by its name. */
  public static BoundedRpcServers get() {
    return SELF;
  }

  @Override
  public Server getServer(
      Class<?> protocol,
      Object instance,
      InetSocketAddress address,
      Configuration conf,
      @Nullable SecretManager<? extends TokenIdentifier> secretManager,
      int handlers,
      @Nullable String portRange) {
    Server server =
        RpcServerFactoryPBImpl.get()
            .getServer(protocol, instance, address, conf, secretManager, handlers, portRange);
    // Sent to application masters that still call after the end of their applications. Logged as a
    // line, without a stack trace.
    server.addTerseExceptions(
        ApplicationAttemptNotFoundException.class, InvalidApplicationMasterRequestException.class);
    ServerAccess.wrapProtocols(server, service -> new CountedService(service, LARGE));
    int longest =
        conf.getInt(
            CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH,
            CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH_DEFAULT);
    ServerAccess.limit(server, new FrameBudget(server, longest, HEAP / 16, LARGE));
    return server;
  }
}
