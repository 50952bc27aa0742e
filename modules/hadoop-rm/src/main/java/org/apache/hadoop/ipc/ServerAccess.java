package org.apache.hadoop.ipc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.ipc.metrics.RpcMetrics;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;

/** Access to members that Hadoop's RPC server keeps to itself and its package. */
public final class ServerAccess {
  private static final Field RECEIVED = field(RpcMetrics.class, "receivedBytes");
  private static final Field LISTENER = field(Server.class, "listener");
  private static final Field MANAGER = field(Server.class, "connectionManager");
  private static final Field CALLS = field(Server.class, "callQueue");
  private static final Field WAITING = field(CallQueueManager.class, "takeRef");
  private static final Field REQUEST = field(inner("RpcCall"), "rpcRequest");

  private ServerAccess() {}

  static VarHandle handle(Class<?> owner, String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static Field field(Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Class<?> inner(String name) {
    try {
      return Class.forName(Server.class.getName() + "$" + name);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The caller has the type from Hadoop's source. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T get(Field field, Object of) {
    try {
      return (T) field.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void set(Field field, Object of, Object value) {
    try {
      field.set(of, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Wraps each protocol that the server has or will get. The server must not have started. */
  @SuppressWarnings("EnumOrdinal") // as Hadoop finds the map of a kind
  public static void wrapProtocols(Server server, UnaryOperator<BlockingService> wrapper) {
    RPC.RpcKind kind = RPC.RpcKind.RPC_PROTOCOL_BUFFER;
    Wrapped wrapped = new Wrapped(wrapper);
    ((RPC.Server) server).getProtocolImplMap(kind).forEach(wrapped::put);
    ((RPC.Server) server).protocolImplMapArray.set(kind.ordinal(), wrapped);
  }

  private static final class Wrapped
      extends HashMap<RPC.Server.ProtoNameVer, RPC.Server.ProtoClassProtoImpl> {
    private static final long serialVersionUID = 1;

    private final transient UnaryOperator<BlockingService> wrapper;

    private Wrapped(UnaryOperator<BlockingService> wrapper) {
      this.wrapper = wrapper;
    }

    @Override
    public RPC.Server.ProtoClassProtoImpl put(
        RPC.Server.ProtoNameVer name, RPC.Server.ProtoClassProtoImpl protocol) {
      return super.put(
          name,
          protocol.protocolImpl instanceof BlockingService service
              ? new RPC.Server.ProtoClassProtoImpl(protocol.protocolClass, wrapper.apply(service))
              : protocol);
    }
  }

  /**
   * Makes the server check the limits before it allocates memory for data from peers. The server
   * must not have started.
   */
  public static void limit(Server server, ReceiveLimits limits) {
    MutableCounterLong counted = get(RECEIVED, server.getRpcMetrics());
    set(RECEIVED, server.getRpcMetrics(), new Received(counted));
    Object manager = get(MANAGER, server);
    Set<Server.Connection> connections = get(field(manager.getClass(), "connections"), manager);
    Object listener = get(LISTENER, server);
    for (Object reader :
        ServerAccess.<Object[]>get(field(listener.getClass(), "readers"), listener)) {
      Field accepted = field(reader.getClass(), "pendingConnections");
      BlockingQueue<Server.Connection> queue = get(accepted, reader);
      set(accepted, reader, new Accepted(queue.remainingCapacity(), server, connections, limits));
    }
  }

  /** Queues connections for the thread that reads them, and replaces each with a limited one. */
  private static final class Accepted extends LinkedBlockingQueue<Server.Connection> {
    private static final long serialVersionUID = 1;

    private final transient Server server;
    private final transient Set<Server.Connection> connections;
    private final transient ReceiveLimits limits;

    private Accepted(
        int capacity, Server server, Set<Server.Connection> connections, ReceiveLimits limits) {
      super(capacity);
      this.server = server;
      this.connections = connections;
      this.limits = limits;
    }

    @Override
    public void put(Server.Connection accepted) throws InterruptedException {
      LimitedConnection limited = new LimitedConnection(server, accepted, limits);
      // a connection that is no longer in the set was closed
      if (connections.remove(accepted)) {
        connections.add(limited);
        super.put(limited);
      }
    }
  }

  /** Counts for the published metric, too. */
  private static final class Received extends MutableCounterLong {
    private final MutableCounterLong published;

    private Received(MutableCounterLong published) {
      super(Interns.info("Received", "Never published itself"), 0);
      this.published = published;
    }

    @Override
    public void incr(long delta) {
      published.incr(delta);
      LimitedConnection.received();
    }
  }

  /** The connections that are open now. For any thread. */
  public static List<LimitedConnection> connections(Server server) {
    return Stream.of(server.getConnections())
        .filter(LimitedConnection.class::isInstance)
        .map(LimitedConnection.class::cast)
        .toList();
  }

  /** The bytes of requests that have arrived and still wait for a handler. For any thread. */
  @SuppressWarnings("ByteBufferBackingArray") // the request keeps its whole array
  public static long waitingBytes(Server server) {
    AtomicReference<Iterable<?>> waiting = get(WAITING, get(CALLS, server));
    long bytes = 0;
    for (Object call : Objects.requireNonNull(waiting.get())) {
      if (REQUEST.getDeclaringClass().isInstance(call)
          && get(REQUEST, call) instanceof RpcWritable.Buffer request) {
        bytes += request.getByteBuffer().array().length;
      }
    }
    return bytes;
  }
}
