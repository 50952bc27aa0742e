package ebb.demo.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Hands out TCP ports on which nobody listens. They are below the range of ephemeral ports.
 * Otherwise a client that keeps trying to reach a restarting server could get the server's own port
 * for its connection, and keep it.
 */
public final class FreePorts {
  private static final int FIRST = 12_000;
  private static final int BEHIND_LAST = 32_000;

  private final Random random = new Random();
  private final Set<Integer> handedOut = new HashSet<>();

  /**
   * A port that is free on the address now and that this object has not handed out before.
   *
   * @throws ClusterException if there is none
   */
  public synchronized int next(InetAddress address) {
    for (int attempt = 0; attempt < 1_000; attempt++) {
      int port = FIRST + random.nextInt(BEHIND_LAST - FIRST);
      if (!handedOut.contains(port) && isFree(address, port)) {
        handedOut.add(port);
        return port;
      }
    }
    throw new ClusterException("Found no free port on " + address.getHostAddress());
  }

  private static boolean isFree(InetAddress address, int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
