package ebb.simulator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Objects;
import javax.net.SocketFactory;

/**
 * The configured socket factory under another name. Hadoop shares one client among all callers with
 * equal socket factories, with the settings of the first. With this one, simulated nodes have a
 * client apart from the other clients in this process.
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
