package ebb.hadoop.rpc;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.ipc.Server.AuthProtocol;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcRequestHeaderProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcSaslProto;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;

/**
 * Checks the headers in front of a request, because the thread that reads for all connections
 * creates objects from them.
 */
public final class RequestHeaders {
  /** The largest size of one header, in bytes. Hadoop's clients send about fifty. */
  public static final int LARGEST = 64 * 1024;

  /** For the envelope of a wrapped request, which has four. */
  private static final int MOST_FIELDS_OF_SASL = 100;

  private RequestHeaders() {}

  /**
   * What is wrong with the headers of a request. Hadoop itself detects data that is not a request.
   */
  static Optional<String> refusal(byte[] request) {
    if (request.length <= LARGEST) {
      return Optional.empty();
    }
    try {
      CodedInputStream in = CodedInputStream.newInstance(request);
      int length = in.readRawVarint32();
      if (isTooLong(length)) {
        return Optional.of("its header has " + Integer.toUnsignedString(length) + " bytes");
      }
      RpcRequestHeaderProto header = RpcRequestHeaderProto.parseFrom(in.readRawBytes(length));
      length = in.readRawVarint32();
      if (header.getCallId() == AuthProtocol.SASL.callId) {
        in.pushLimit(length);
        return FieldCount.isAtMost(MOST_FIELDS_OF_SASL, in, RpcSaslProto.getDescriptor())
            ? Optional.empty()
            : Optional.of("its envelope has more than " + MOST_FIELDS_OF_SASL + " fields");
      }
      // the name of the method, and of the protocol
      return header.getCallId() >= 0 && isTooLong(length)
          ? Optional.of("its method's header has " + Integer.toUnsignedString(length) + " bytes")
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isTooLong(int length) {
    return length < 0 || length > LARGEST;
  }
}
