package ebb.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP ports for servers of tests. They are below the range of ephemeral ports. Otherwise any
 * process on the machine could get the same port between our check and its use, or while the server
 * is stopped.
 */
public final class LoopbackPorts {
  private static final int FIRST = 12_000;
  private static final int BEHIND_LAST = 32_000;
  private static final int ATTEMPTS = 1_000;

  /** Still taken, even if nobody listens on them yet. */
  private static final Set<Integer> HANDED_OUT = ConcurrentHashMap.newKeySet();

  private LoopbackPorts() {}

  /**
   * A port of the loopback address that is free now and was not handed out before.
   *
   * @throws IOException if there is none
   */
  public static int free() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, BEHIND_LAST);
      if (isFree(port) && HANDED_OUT.add(port)) {
        return port;
      }
    }
    throw new IOException("found no free port between " + FIRST + " and " + BEHIND_LAST);
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
