package ebb.hadoop;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesResponse;

/** The administrators' protocol as one user, for requests that `yarn rmadmin` cannot send. */
public final class AdminProtocolClient implements AutoCloseable {
  private final ResourceManagerAdministrationProtocol protocol;

  private AdminProtocolClient(ResourceManagerAdministrationProtocol protocol) {
    this.protocol = protocol;
  }

  static AdminProtocolClient as(String user, Configuration conf) throws Exception {
    PrivilegedExceptionAction<ResourceManagerAdministrationProtocol> connect =
        () -> ClientRMProxy.createRMProxy(conf, ResourceManagerAdministrationProtocol.class);
    return new AdminProtocolClient(UserGroupInformation.createRemoteUser(user).doAs(connect));
  }

  /** As the user of this JVM, who runs the ResourceManager. */
  public static AdminProtocolClient asDaemon(Configuration conf) throws Exception {
    return as(UserGroupInformation.getCurrentUser().getShortUserName(), conf);
  }

  ResourceManagerAdministrationProtocol protocol() {
    return protocol;
  }

  public RefreshNodesResponse refreshNodes(RefreshNodesRequest request)
      throws IOException, YarnException {
    return protocol.refreshNodes(request);
  }

  @Override
  public void close() {
    RPC.stopProxy(protocol);
  }
}
