package ebb.hadoop;

import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.ServerDoor;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.factories.RpcServerFactory;
import org.apache.hadoop.yarn.factories.impl.pb.RpcServerFactoryPBImpl;

/**
 * Makes Hadoop's RPC servers (8030 to 8033) as Hadoop does, with two limits that Hadoop has not: on
 * the memory of requests that are announced and do not come ({@link FrameBudget}), and on what a
 * request becomes once it is read ({@link CountedService}).
 */
public final class BoundedRpcServers implements RpcServerFactory {
  private static final BoundedRpcServers SELF = new BoundedRpcServers();

  /** Of the heap, for the announced requests of one port. */
  private static final int PART_OF_HEAP = 16;

  private BoundedRpcServers() {}

  /** By this name Hadoop's RpcFactoryProvider looks for it. */
  public static BoundedRpcServers get() {
    return SELF;
  }

  @Override
  public Server getServer(
      Class<?> protocol,
      Object instance,
      InetSocketAddress address,
      Configuration conf,
      SecretManager<? extends TokenIdentifier> secretManager,
      int handlers,
      String portRange) {
    Server server =
        RpcServerFactoryPBImpl.get()
            .getServer(protocol, instance, address, conf, secretManager, handlers, portRange);
    ServerDoor.wrapProtocols(server, CountedService::new);
    FrameBudget.limit(server, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    return server;
  }
}
