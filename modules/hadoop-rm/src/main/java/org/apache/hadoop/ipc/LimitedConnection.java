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
 * Reads as Hadoop's connection does, and asks {@link ReceiveLimits} before Hadoop takes memory for
 * what a peer announces, and before it reads what came. That holds for what is wrapped in SASL,
 * too. What is refused closes this connection, and so does memory that there is not: Hadoop's
 * reader ends the whole process then.
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

  /** What the thread is reading from. */
  private static final ThreadLocal<@Nullable LimitedConnection> READING = new ThreadLocal<>();

  private final ReceiveLimits limits;
  private volatile boolean givenUp;

  /**
   * @param accepted of which nothing has been read
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
   * The same address with a name, which is itself: so nobody asks the peer's name service for one,
   * and waits. Hadoop does, on the thread that reads for all, for a line about a wrong header.
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

  /** On the thread that reads, each time when it has something. */
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
      // the frame is complete, and what is wrapped in it is being read
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

  /** Whether the peer has said who it is, and has proved it where it has to. */
  public boolean isEstablished() {
    return (boolean) CONTEXT_READ.get(this);
  }

  /** Taken for what has been announced and has not come, in bytes. For any thread. */
  public int pendingBytes() {
    return capacityOf(DATA) + capacityOf(UNWRAPPED);
  }

  private int capacityOf(VarHandle field) {
    @Nullable ByteBuffer buffer = (ByteBuffer) field.getOpaque(this);
    return buffer == null ? 0 : buffer.capacity();
  }

  /** Gives that memory back, and lets the reader find the end of the stream and close. */
  public void giveUp() {
    givenUp = true;
    DATA.setOpaque(this, null);
    UNWRAPPED.setOpaque(this, null);
    try {
      ((Socket) SOCKET.get(this)).shutdownInput();
    } catch (IOException | UnsupportedOperationException e) {
      // It was closed by itself.
    }
  }
}
