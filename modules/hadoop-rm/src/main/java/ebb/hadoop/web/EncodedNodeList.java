package ebb.hadoop.web;

import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.protocolrecords.impl.pb.GetClusterNodesResponsePBImpl;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.GetClusterNodesResponseProto;

/**
 * A node list in which each node is already encoded. Hadoop's server, which writes an answer on the
 * calling thread only, just has to copy the bytes. The message contains them as unknown fields,
 * which protocol buffers write like known fields, so the receiver sees ordinary reports.
 *
 * <p>{@link #getProto} is for the wire only; it contains no report objects. Not thread-safe.
 */
final class EncodedNodeList extends GetClusterNodesResponsePBImpl {
  private EncodedNodeList(GetClusterNodesResponseProto wire) {
    super(wire);
  }

  /**
   * @param reports each a {@code NodeReportProto}
   */
  static EncodedNodeList of(List<ByteString> reports) {
    var field = UnknownFieldSet.Field.newBuilder();
    reports.forEach(field::addLengthDelimited);
    return new EncodedNodeList(
        GetClusterNodesResponseProto.newBuilder()
            .setUnknownFields(
                UnknownFieldSet.newBuilder()
                    .addField(GetClusterNodesResponseProto.NODEREPORTS_FIELD_NUMBER, field.build())
                    .build())
            .build());
  }

  /** Parsed from the bytes, as by a client. */
  @Override
  public List<NodeReport> getNodeReports() {
    try {
      return new GetClusterNodesResponsePBImpl(
              GetClusterNodesResponseProto.parseFrom(getProto().toByteString()))
          .getNodeReports();
    } catch (InvalidProtocolBufferException e) {
      throw new UncheckedIOException(e);
    }
  }
}
