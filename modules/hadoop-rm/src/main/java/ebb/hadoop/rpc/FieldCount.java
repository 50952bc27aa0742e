package ebb.hadoop.rpc;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.WireFormat;
import org.jspecify.annotations.Nullable;

/**
 * Walks through a message on the wire without creating objects, and counts each field that would
 * become one: in the message and in nested messages, known to the protocol or not.
 */
final class FieldCount {
  /** The limit of protobuf itself. */
  private static final int DEEPEST = 100;

  private int left;

  private FieldCount(int most) {
    left = most;
  }

  /**
   * @throws IOException if it is not a message
   */
  static boolean isAtMost(int most, byte[] message, Descriptor type) throws IOException {
    return isAtMost(most, CodedInputStream.newInstance(message), type);
  }

  /** As above, for a message that ends with the stream or at its limit. */
  static boolean isAtMost(int most, CodedInputStream message, Descriptor type) throws IOException {
    return new FieldCount(most).walk(message, type, DEEPEST);
  }

  /** Walks to the limit of the stream, or to its end. */
  private boolean walk(CodedInputStream in, Descriptor type, int depth) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (--left < 0) {
        return false;
      }
      @Nullable FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      boolean delimited = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      if (!delimited || field == null) {
        if (!skip(in, tag)) {
          return false;
        }
      } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && depth > 0) {
        int outer = in.pushLimit(in.readRawVarint32());
        if (!walk(in, field.getMessageType(), depth - 1)) {
          return false;
        }
        in.popLimit(outer);
      } else if (field.isPackable()) {
        // Packed numbers: each byte may become one.
        int bytes = in.readRawVarint32();
        left -= bytes;
        if (left < 0) {
          return false;
        }
        in.skipRawBytes(bytes);
      } else {
        in.skipField(tag);
      }
    }
    return true;
  }

  private boolean skip(CodedInputStream in, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_START_GROUP) {
      in.skipField(tag);
      return true;
    }
    int depth = 1;
    while (depth > 0) {
      int next = in.readTag();
      if (next == 0 || --left < 0) {
        return false;
      }
      switch (WireFormat.getTagWireType(next)) {
        case WireFormat.WIRETYPE_START_GROUP -> depth++;
        case WireFormat.WIRETYPE_END_GROUP -> depth--;
        default -> in.skipField(next);
      }
    }
    return true;
  }
}
