package org.apache.hadoop.ipc;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.ipc.metrics.RpcMetrics;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.jspecify.annotations.Nullable;

/** What Hadoop's RPC server keeps to itself and its package. */
public final class ServerDoor {
  private static final VarHandle DATA = field(Server.Connection.class, "data", ByteBuffer.class);
  private static final VarHandle SOCKET = field(Server.Connection.class, "socket", Socket.class);
  private static final VarHandle RECEIVED =
      field(RpcMetrics.class, "receivedBytes", MutableCounterLong.class);

  private ServerDoor() {}

  private static VarHandle field(Class<?> owner, String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Puts something in front of each protocol that the server, which has not started, speaks. */
  public static void wrapProtocols(Server server, UnaryOperator<BlockingService> wrapper) {
    ((RPC.Server) server)
        .getProtocolImplMap(RPC.RpcKind.RPC_PROTOCOL_BUFFER)
        .replaceAll(
            (name, known) ->
                known.protocolImpl instanceof BlockingService service
                    ? new RPC.Server.ProtoClassProtoImpl(
                        known.protocolClass, wrapper.apply(service))
                    : known);
  }

  /**
   * Has work done on the server's reader thread each time it has received something, which may be
   * the announced length of a request: the memory for that is taken next.
   */
  public static void onReceive(Server server, Runnable work) {
    MutableCounterLong counted = (MutableCounterLong) RECEIVED.get(server.getRpcMetrics());
    RECEIVED.set(server.getRpcMetrics(), new Received(counted, work));
  }

  /** Counts for the metric that is published, too. */
  private static final class Received extends MutableCounterLong {
    private final MutableCounterLong published;
    private final Runnable work;

    private Received(MutableCounterLong published, Runnable work) {
      super(Interns.info("Received", "Never published itself"), 0);
      this.published = published;
      this.work = work;
    }

    @Override
    public void incr(long delta) {
      published.incr(delta);
      work.run();
    }
  }

  /**
   * A request that has been announced and has not come yet.
   *
   * @param bytes that are taken for it
   */
  public record PendingFrame(InetAddress address, int bytes, Server.Connection connection) {

    /** Gives the memory back, and lets the reader find the end of the stream and close. */
    public void giveUp() {
      DATA.setOpaque(connection, null);
      try {
        ((Socket) SOCKET.get(connection)).shutdownInput();
      } catch (IOException | UnsupportedOperationException e) {
        // It was closed by itself.
      }
    }
  }

  /** At this moment; may be called by any thread. */
  public static List<PendingFrame> pendingFrames(Server server) {
    List<PendingFrame> pending = new ArrayList<>();
    for (Server.Connection each : server.getConnections()) {
      @Nullable ByteBuffer data = (ByteBuffer) DATA.getOpaque(each);
      InetAddress address = each.getHostInetAddress();
      if (data != null && address != null) {
        pending.add(new PendingFrame(address, data.capacity(), each));
      }
    }
    return pending;
  }
}
