package ebb.soak.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Forwards TCP connections to a port of this machine, in both directions, through a gate that can
 * hold data back. Data that was held back arrives later, as after a network partition.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int BACKLOG = 50;
  private static final int MOST_AT_ONCE = 64 * 1024;

  private final ServerSocket listener;
  private final int target;
  private final Function<InetAddress, Gate> gates;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            var thread = new Thread(task, "tcp-proxy");
            thread.setDaemon(true);
            return thread;
          });

  /** Controls one connection. Each method blocks while it holds data back. */
  public interface Gate {
    /** Called before the connection to the server is opened. */
    void open() throws InterruptedException;

    void toServer(byte[] bytes, int length) throws InterruptedException;

    void toClient(byte[] bytes, int length) throws InterruptedException;
  }

  private interface Way {
    void pass(byte[] bytes, int length) throws InterruptedException;
  }

  private TcpProxy(ServerSocket listener, int target, Function<InetAddress, Gate> gates) {
    this.listener = listener;
    this.target = target;
    this.gates = gates;
  }

  /**
   * @param port on the loopback address on which to listen; 0 for any
   * @param target port of the server on the same address
   * @param gates for each connection, by the client's address
   */
  public static TcpProxy start(int port, int target, Function<InetAddress, Gate> gates) {
    try {
      var listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
      var proxy = new TcpProxy(listener, target, gates);
      proxy.threads.execute(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen on port " + port, e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        sockets.add(client);
        threads.execute(() -> serve(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      Gate gate = gates.apply(client.getInetAddress());
      gate.open();
      try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
        sockets.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        threads.execute(() -> pump(server, client, gate::toClient));
        pump(client, server, gate::toServer);
        sockets.remove(server);
      }
    } catch (IOException e) {
      return; // the server is down, and the client is disconnected
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(client);
    }
  }

  /** Returns when either end has closed; then both are closed. */
  private static void pump(Socket from, Socket to, Way way) {
    byte[] bytes = new byte[MOST_AT_ONCE];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        way.pass(bytes, length);
        out.write(bytes, 0, length);
      }
    } catch (IOException e) {
      return; // one end has closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes every connection, too. */
  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close the proxy of port " + target, e);
    } finally {
      threads.shutdownNow();
    }
  }
}
