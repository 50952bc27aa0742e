package ebb.hadoop;

import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.api.records.impl.pb.NodeAttributePBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.NodeIdPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ProtoUtils;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceUtilizationPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeReportProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceUtilizationProto;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNodeReport;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a client is told of one node. Says what {@code ClientRMService.createNodeReports} says, but
 * makes no record first, which compares and copies everything that it is given.
 */
final class WireReport {
  private WireReport() {}

  /**
   * @param scheduled null if the scheduler does not know the node
   */
  static NodeReportProto of(RMNode node, @Nullable SchedulerNodeReport scheduled) {
    NodeReportProto.Builder report =
        NodeReportProto.newBuilder()
            .setNodeId(((NodeIdPBImpl) node.getNodeID()).getProto())
            .setNodeState(ProtoUtils.convertToProtoFormat(node.getState()))
            .setUsed(ProtoUtils.convertToProtoFormat(used(scheduled)))
            .setCapability(ProtoUtils.convertToProtoFormat(node.getTotalCapability()))
            .setLastHealthReportTime(node.getLastHealthReportTime())
            .addAllNodeLabels(node.getNodeLabels());
    ifPresent(node.getHttpAddress(), report::setHttpAddress);
    ifPresent(node.getRackName(), report::setRackName);
    ifPresent(node.getHealthReport(), report::setHealthReport);
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

  private static Resource used(@Nullable SchedulerNodeReport scheduled) {
    return scheduled == null ? Resources.none() : scheduled.getUsedResource();
  }

  /** Nothing is written of a utilisation that is all zero. */
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
