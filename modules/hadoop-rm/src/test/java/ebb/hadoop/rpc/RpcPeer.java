package ebb.hadoop.rpc;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server.AuthProtocol;
import org.apache.hadoop.ipc.protobuf.IpcConnectionContextProtos.IpcConnectionContextProto;
import org.apache.hadoop.ipc.protobuf.IpcConnectionContextProtos.UserInformationProto;
import org.apache.hadoop.ipc.protobuf.ProtobufRpcEngine2Protos.RequestHeaderProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcKindProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcRequestHeaderProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcRequestHeaderProto.OperationProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Sends to an RPC port what no Hadoop client would send. */
public final class RpcPeer implements Closeable {
  private static final int CONTEXT = -3;

  private final Socket socket;
  private final DataOutputStream out;

  private RpcPeer(InetSocketAddress port, InetAddress from) throws IOException {
    socket = new Socket(port.getAddress(), port.getPort(), from, 0);
    socket.setSoTimeout(20_000);
    out = new DataOutputStream(socket.getOutputStream());
  }

  static RpcPeer of(InetSocketAddress port, AuthProtocol how) throws IOException {
    return of(port, how, port.getAddress());
  }

  private static RpcPeer of(InetSocketAddress port, AuthProtocol how, InetAddress from)
      throws IOException {
    RpcPeer peer = new RpcPeer(port, from);
    peer.send(new byte[] {'h', 'r', 'p', 'c', 9, 0, (byte) how.callId});
    return peer;
  }

  /** The server trusts the user name. */
  public static RpcPeer loggedIn(InetSocketAddress port) throws IOException {
    return loggedIn(port, port.getAddress());
  }

  /**
   * As above.
   *
   * @param from an address of this host
   */
  public static RpcPeer loggedIn(InetSocketAddress port, InetAddress from) throws IOException {
    RpcPeer peer = of(port, AuthProtocol.NONE, from);
    peer.sendFrame(
        context(
            IpcConnectionContextProto.newBuilder()
                .setUserInfo(UserInformationProto.newBuilder().setEffectiveUser("somebody"))));
    return peer;
  }

  /** Establishes the connection. */
  static byte[] context(IpcConnectionContextProto.Builder context) throws IOException {
    return delimited(header(CONTEXT).build(), context.build());
  }

  public static RpcRequestHeaderProto.Builder header(int call) {
    return RpcRequestHeaderProto.newBuilder()
        .setRpcKind(RpcKindProto.RPC_PROTOCOL_BUFFER)
        .setRpcOp(OperationProto.RPC_FINAL_PACKET)
        .setCallId(call)
        .setClientId(ByteString.copyFrom(new byte[16]));
  }

  public static RequestHeaderProto method(Class<?> protocol, String name) {
    return RequestHeaderProto.newBuilder()
        .setMethodName(name)
        .setDeclaringClassProtocolName(RPC.getProtocolName(protocol))
        .setClientProtocolVersion(RPC.getProtocolVersion(protocol))
        .build();
  }

  public static byte[] delimited(MessageLite... parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (MessageLite part : parts) {
      part.writeDelimitedTo(bytes);
    }
    return bytes.toByteArray();
  }

  void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  public void sendFrame(byte[] frame) throws IOException {
    announce(frame.length);
    send(frame);
  }

  void announce(int bytes) throws IOException {
    out.writeInt(bytes);
    out.flush();
  }

  /** The next frame that the server sends, as text. */
  public String answer() throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    return new String(in.readNBytes(in.readInt()), StandardCharsets.ISO_8859_1);
  }

  /** Whether the server has begun to answer. */
  public boolean isAnswered() {
    try {
      return socket.getInputStream().available() > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Socket socket() {
    return socket;
  }

  /** Waits until the server has closed the connection, or has answered something. */
  boolean isClosedWithoutAnAnswer() throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      throw new IllegalStateException("the server does nothing", e);
    } catch (IOException e) {
      return true;
    }
  }

  public boolean isClosedNow() {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
