package ebb.hadoop.web;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.api.records.impl.pb.NodeAttributePBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.NodeIdPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ProtoUtils;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceUtilizationPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeReportProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceUtilizationProto;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNodeReport;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the reports of nodes for a client, one after the other. The content is that of {@code
 * ClientRMService.createNodeReports}. No record is created in between, because a record compares
 * and copies every value that it gets.
 *
 * <p>For one answer and one thread: values that nodes have in common are converted once. Text is
 * set as bytes, because protocol buffers would process it twice, for its length and for its
 * content.
 */
final class NodeReportEncoder {
  private final Map<Resource, ResourceProto> sizes = new HashMap<>();
  private final Map<String, ByteString> texts = new HashMap<>();

  /**
   * @param scheduled null if the scheduler does not have the node
   */
  NodeReportProto of(RMNode node, @Nullable SchedulerNodeReport scheduled) {
    NodeReportProto.Builder report =
        NodeReportProto.newBuilder()
            .setNodeId(idOf(node))
            .setNodeState(ProtoUtils.convertToProtoFormat(node.getState()))
            .setUsed(size(used(scheduled)))
            .setCapability(size(node.getTotalCapability()))
            .setLastHealthReportTime(node.getLastHealthReportTime())
            .addAllNodeLabels(node.getNodeLabels());
    ifPresent(
        node.getHttpAddress(), text -> report.setHttpAddressBytes(ByteString.copyFromUtf8(text)));
    ifPresent(node.getRackName(), text -> report.setRackNameBytes(common(text)));
    ifPresent(node.getHealthReport(), text -> report.setHealthReportBytes(common(text)));
    if (scheduled != null && scheduled.getNumContainers() != 0) {
      report.setNumContainers(scheduled.getNumContainers());
    }
    said(node.getAggregatedContainersUtilization()).ifPresent(report::setContainersUtilization);
    said(node.getNodeUtilization()).ifPresent(report::setNodeUtilization);
    Optional.ofNullable(node.getDecommissioningTimeout())
        .filter(seconds -> seconds >= 0)
        .ifPresent(report::setDecommissioningTimeout);
    for (NodeAttribute attribute : node.getAllNodeAttributes()) {
      report.addNodeAttributes(((NodeAttributePBImpl) attribute).getProto());
    }
    return report.build();
  }

  /**
   * Used as it is. If its bytes were requested, they would replace its text, and every later
   * look-up of the node would have to create the text again.
   */
  private static NodeIdProto idOf(RMNode node) {
    return ((NodeIdPBImpl) node.getNodeID()).getProto();
  }

  /** Keeps a copy, because the used size is the scheduler's own object and changes. */
  private ResourceProto size(Resource size) {
    @Nullable ResourceProto known = sizes.get(size);
    if (known == null) {
      Resource copy = Resources.clone(size);
      known = ProtoUtils.convertToProtoFormat(copy);
      sizes.put(copy, known);
    }
    return known;
  }

  private ByteString common(String text) {
    return texts.computeIfAbsent(text, ByteString::copyFromUtf8);
  }

  private static Resource used(@Nullable SchedulerNodeReport scheduled) {
    return scheduled == null ? Resources.none() : scheduled.getUsedResource();
  }

  /** Empty for a utilisation that is all zero, which is not written. */
  private static Optional<ResourceUtilizationProto> said(@Nullable ResourceUtilization of) {
    return Optional.ofNullable(of)
        .map(each -> ((ResourceUtilizationPBImpl) each).getProto())
        .filter(proto -> !proto.equals(ResourceUtilizationProto.getDefaultInstance()));
  }

  private static <T> void ifPresent(@Nullable T value, Consumer<T> set) {
    if (value != null) {
      set.accept(value);
    }
  }
}
