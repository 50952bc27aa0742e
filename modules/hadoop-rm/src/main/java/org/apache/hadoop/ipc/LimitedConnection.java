package org.apache.hadoop.ipc;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reads as Hadoop's connection does, but calls {@link ReceiveLimits} before Hadoop allocates memory
 * for an announced request, and before it parses a complete one. This includes requests that are
 * wrapped in SASL. A refusal closes this connection, and so does a lack of memory, with which
 * Hadoop's reader would end the whole process.
 */
public final class LimitedConnection extends Server.Connection {
  private static final VarHandle CHANNEL = handle("channel", SocketChannel.class);
  private static final VarHandle SOCKET = handle("socket", Socket.class);
  private static final VarHandle HEADER_READ = handle("connectionHeaderRead", boolean.class);
  private static final VarHandle CONTEXT_READ = handle("connectionContextRead", boolean.class);
  private static final VarHandle DATA = handle("data", ByteBuffer.class);
  private static final VarHandle LENGTH = handle("dataLengthBuffer", ByteBuffer.class);
  private static final VarHandle UNWRAPPED = handle("unwrappedData", ByteBuffer.class);
  private static final VarHandle UNWRAPPED_LENGTH =
      handle("unwrappedDataLengthBuffer", ByteBuffer.class);
  private static final Field ADDRESS = ServerAccess.field(Server.Connection.class, "addr");

  /** The connection that the thread is reading from. */
  private static final ThreadLocal<@Nullable LimitedConnection> READING = new ThreadLocal<>();

  private final ReceiveLimits limits;
  private volatile boolean givenUp;

  /**
   * @param accepted from which nothing has been read
   */
  LimitedConnection(Server server, Server.Connection accepted, ReceiveLimits limits) {
    server.super(
        (SocketChannel) CHANNEL.get(accepted),
        accepted.getLastContact(),
        accepted.getIngressPort(),
        accepted.isOnAuxiliaryPort());
    this.limits = limits;
    try {
      @Nullable InetAddress address = getHostInetAddress();
      if (address != null) {
        ADDRESS.set(this, named(address));
      }
    } catch (IllegalAccessException | UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VarHandle handle(String name, Class<?> type) {
    return ServerAccess.handle(Server.Connection.class, name, type);
  }

  /**
   * The same address with its own text as its name, so that no name service is queried for one.
   * Hadoop would do that for a log line about a wrong header, on the thread that reads for all
   * connections.
   */
  private static InetAddress named(InetAddress address) throws UnknownHostException {
    String text = address.getHostAddress();
    return address instanceof Inet6Address six && six.getScopeId() > 0
        ? Inet6Address.getByAddress(text, six.getAddress(), six.getScopeId())
        : InetAddress.getByAddress(text, address.getAddress());
  }

  @Override
  public int readAndProcess() throws IOException, InterruptedException {
    if (givenUp) {
      return -1;
    }
    READING.set(this);
    try {
      return super.readAndProcess();
    } catch (RefusedRequestException e) {
      limits.closed(this, e.getMessage());
    } catch (OutOfMemoryError | StackOverflowError e) {
      limits.closed(this, "reading it failed: " + e);
    } catch (NullPointerException e) {
      if (!givenUp) {
        throw e;
      }
    } finally {
      READING.remove();
    }
    return -1;
  }

  /** Called on the reading thread each time it has read something. */
  static void received() {
    @Nullable LimitedConnection reading = READING.get();
    if (reading != null) {
      reading.check();
    }
  }

  private void check() {
    if (!(boolean) HEADER_READ.get(this)) {
      return;
    }
    @Nullable ByteBuffer data = (ByteBuffer) DATA.get(this);
    ByteBuffer length = (ByteBuffer) LENGTH.get(this);
    if (data != null) {
      checkFrame(data);
    } else if (length.position() > 0) {
      checkLength(length);
    } else {
      // the frame is complete, and the data wrapped in it is being read
      @Nullable ByteBuffer unwrapped = (ByteBuffer) UNWRAPPED.get(this);
      if (unwrapped != null) {
        checkFrame(unwrapped);
      } else {
        checkLength((ByteBuffer) UNWRAPPED_LENGTH.get(this));
      }
    }
  }

  private void checkLength(ByteBuffer length) {
    if (!length.hasRemaining()) {
      limits.announced(this, length.getInt(0));
    }
  }

  @SuppressWarnings("ByteBufferBackingArray") // the server has allocated it, from 0
  private void checkFrame(ByteBuffer frame) {
    if (!frame.hasRemaining()) {
      limits.came(this, frame.array());
    }
  }

  /** Whether the peer has identified itself, and has authenticated where it must. */
  public boolean isEstablished() {
    return (boolean) CONTEXT_READ.get(this);
  }

  /** The memory allocated for announced data that has not arrived, in bytes. For any thread. */
  public int pendingBytes() {
    return capacityOf(DATA) + capacityOf(UNWRAPPED);
  }

  private int capacityOf(VarHandle field) {
    @Nullable ByteBuffer buffer = (ByteBuffer) field.getOpaque(this);
    return buffer == null ? 0 : buffer.capacity();
  }

  /** Releases that memory, and makes the reader find the end of the stream and close. */
  public void giveUp() {
    givenUp = true;
    DATA.setOpaque(this, null);
    UNWRAPPED.setOpaque(this, null);
    try {
      ((Socket) SOCKET.get(this)).shutdownInput();
    } catch (IOException | UnsupportedOperationException e) {
      // It was closed already.
    }
  }
}
