package ebb.simulator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Objects;
import javax.net.SocketFactory;

/**
 * The configured sockets under another name. Hadoop makes one client for all who have equal
 * sockets, with the settings of whoever comes first: with these, simulated nodes have one apart
 * from whatever else this process asks a ResourceManager.
 */
final class OwnSockets extends SocketFactory {
  private final SocketFactory configured;

  OwnSockets(SocketFactory configured) {
    this.configured = configured;
  }

  @Override
  public Socket createSocket() throws IOException {
    return configured.createSocket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return configured.createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return configured.createSocket(host, port, localHost, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return configured.createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return configured.createSocket(host, port, localHost, localPort);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OwnSockets sockets && sockets.configured.equals(configured);
  }

  @Override
  public int hashCode() {
    return Objects.hash(OwnSockets.class, configured);
  }
}
