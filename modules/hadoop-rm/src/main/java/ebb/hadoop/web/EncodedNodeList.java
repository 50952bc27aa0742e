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
 * A list of nodes of which each is bytes already, so that Hadoop's server, which writes an answer
 * with the one thread that called, has only to copy them. The message bears them as fields that it
 * does not know, which protocol buffers write like those that they know: whoever reads the answer
 * sees reports.
 *
 * <p>{@link #getProto} is for the wire alone; it has no report to ask for. Not thread-safe.
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

  /** Read from the bytes, as a client reads them. */
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
