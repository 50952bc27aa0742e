package org.apache.hadoop.ipc;

import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SaslRpcClient;
import org.apache.hadoop.security.UserGroupInformation;

/** Logs in with a user's token as Hadoop's client does, and leaves what follows to the test. */
public final class TokenPeer {
  private TokenPeer() {}

  /**
   * @param socket to which nothing has been written
   * @return what is written to it is wrapped, if the connection is protected
   */
  public static OutputStream logIn(
      Socket socket, UserGroupInformation user, Class<?> protocol, Configuration conf)
      throws Exception {
    OutputStream out = socket.getOutputStream();
    out.write(new byte[] {'h', 'r', 'p', 'c', 9, 0, (byte) Server.AuthProtocol.SASL.callId});
    out.flush();
    return user.doAs(
        (PrivilegedExceptionAction<OutputStream>)
            () -> {
              var server = (InetSocketAddress) socket.getRemoteSocketAddress();
              SaslRpcClient sasl = new SaslRpcClient(user, protocol, server, conf);
              sasl.saslConnect(new Client.IpcStreams(socket, -1));
              return sasl.getOutputStream(out);
            });
  }
}
