package ebb.hadoop.tracker;

import ebb.domain.NodeId;
import ebb.domain.provenance.Peer;
import ebb.hadoop.node.HadoopTypes;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerRequestProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.RegisterNodeManagerRequestPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.resource.DynamicResourceConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A registration that waits for its response.
 *
 * @param size the prescribed size, or else the reported one
 * @param prescribed the node's size in dynamic-resources.xml
 * @param version of the NodeManager
 * @param healthy as the NodeManager reports
 * @param request in its serialised form; parsed, it could take fifty times the memory for as long
 *     as a name server or the node's RMNode needs
 */
record PendingRegistration(
    NodeId id,
    Optional<Peer> peer,
    Resource size,
    Optional<Resource> prescribed,
    @Nullable String version,
    boolean healthy,
    ByteString request) {

  /**
   * @param bytes of the request
   */
  static PendingRegistration of(
      RegisterNodeManagerRequest request,
      ByteString bytes,
      Optional<Peer> caller,
      DynamicResourceConfiguration sizes) {
    NodeId id = HadoopTypes.fromHadoop(request.getNodeId());
    Optional<Resource> prescribed = DynamicSizes.of(sizes, id);
    return new PendingRegistration(
        id,
        caller,
        prescribed.orElseGet(request::getResource),
        prescribed,
        request.getNMVersion(),
        isHealthy(request),
        bytes);
  }

  private static boolean isHealthy(RegisterNodeManagerRequest request) {
    return request.getNodeStatus() == null
        || request.getNodeStatus().getNodeHealthStatus() == null
        || request.getNodeStatus().getNodeHealthStatus().getIsNodeHealthy();
  }

  RegisterNodeManagerRequest read() {
    try {
      return new RegisterNodeManagerRequestPBImpl(
          RegisterNodeManagerRequestProto.parseFrom(request));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("what was written here cannot be read", e);
    }
  }
}
