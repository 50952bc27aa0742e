package ebb.hadoop.tracker;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeKey;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.nodelabels.NodeLabelUtil;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.NodeLabelsUtils;
import org.jspecify.annotations.Nullable;

/**
 * Passes the labels and attributes that NodeManagers report to Hadoop's managers for them, and
 * includes in the response whether they were accepted (ResourceTrackerService).
 */
public final class ReportedLabels {
  private final RMContext context;
  private boolean distributed;
  private boolean delegated;

  ReportedLabels(RMContext context) {
    this.context = context;
  }

  void configure(Configuration conf) {
    boolean enabled = YarnConfiguration.areNodeLabelsEnabled(conf);
    distributed = enabled && YarnConfiguration.isDistributedNodeLabelConfiguration(conf);
    delegated = enabled && YarnConfiguration.isDelegatedCentralizedNodeLabelConfiguration(conf);
  }

  void take(RegisterNodeManagerRequest request, RegisterNodeManagerResponse answer) {
    Set<String> reported = NodeLabelsUtils.convertToStringSet(request.getNodeLabels());
    if (distributed && reported != null) {
      answer.setAreNodeLabelsAcceptedByRM(
          tryTo(() -> replaceLabels(request.getNodeId(), reported), answer::setDiagnosticsMessage));
    } else if (delegated) {
      context.getRMDelegatedNodeLabelsUpdater().updateNodeLabels(request.getNodeId());
    }
    if (request.getNodeAttributes() != null) {
      answer.setAreNodeAttributesAcceptedByRM(
          tryTo(
              () -> replaceAttributes(request.getNodeId(), request.getNodeAttributes()),
              message ->
                  answer.setDiagnosticsMessage(joined(answer.getDiagnosticsMessage(), message))));
    }
  }

  void take(NodeHeartbeatRequest request, NodeHeartbeatResponse answer) {
    NodeId nodeId = request.getNodeStatus().getNodeId();
    Set<String> reported = NodeLabelsUtils.convertToStringSet(request.getNodeLabels());
    if (distributed && reported != null) {
      answer.setAreNodeLabelsAcceptedByRM(
          tryTo(() -> replaceLabels(nodeId, reported), answer::setDiagnosticsMessage));
    }
    if (request.getNodeAttributes() != null) {
      answer.setAreNodeAttributesAcceptedByRM(
          tryTo(
              () -> replaceAttributes(nodeId, request.getNodeAttributes()),
              message ->
                  answer.setDiagnosticsMessage(joined(answer.getDiagnosticsMessage(), message))));
    }
  }

  /** May throw, because both managers write to their stores. */
  private interface Update {
    void run() throws IOException;
  }

  private interface Diagnostics {
    void tell(String message);
  }

  private static boolean tryTo(Update update, Diagnostics diagnostics) {
    try {
      update.run();
      return true;
    } catch (IOException e) {
      diagnostics.tell(String.valueOf(e.getMessage()));
      return false;
    }
  }

  private static String joined(@Nullable String before, String message) {
    return before == null || before.isEmpty() ? message : before + "\n" + message;
  }

  private void replaceLabels(NodeId nodeId, Set<String> reported) throws IOException {
    try {
      context.getNodeLabelManager().replaceLabelsOnNode(Map.of(nodeId, reported));
    } catch (IOException e) {
      throw new IOException(
          "Node Labels {"
              + String.join(",", reported)
              + "} reported from NM with ID "
              + nodeId
              + " was rejected from RM with exception message as : "
              + e.getMessage(),
          e);
    }
  }

  private void replaceAttributes(NodeId nodeId, Set<NodeAttribute> reported) throws IOException {
    boolean allowed =
        reported.stream()
            .map(attribute -> attribute.getAttributeKey().getAttributePrefix())
            .allMatch(NodeAttribute.PREFIX_DISTRIBUTED::equals);
    if (!allowed) {
      throw new IOException(
          "Reject invalid node attributes from host: "
              + nodeId
              + ", attributes in HB must have prefix "
              + NodeAttribute.PREFIX_DISTRIBUTED);
    }
    Set<NodeAttribute> current =
        NodeLabelUtil.filterAttributesByPrefix(
            context.getNodeAttributesManager().getAttributesForNode(nodeId.getHost()).keySet(),
            NodeAttribute.PREFIX_DISTRIBUTED);
    if (!isSame(reported, current)) {
      context
          .getNodeAttributesManager()
          .replaceNodeAttributes(
              NodeAttribute.PREFIX_DISTRIBUTED, Map.of(nodeId.getHost(), reported));
    }
  }

  /** Used because Hadoop's own comparison scans all attributes for each attribute. */
  public static boolean isSame(Set<NodeAttribute> some, Set<NodeAttribute> others) {
    return valuesOf(some).equals(valuesOf(others));
  }

  /** Includes the values, because Hadoop treats two attributes with the same name as equal. */
  private static Map<NodeAttributeKey, Optional<String>> valuesOf(Set<NodeAttribute> attributes) {
    Map<NodeAttributeKey, Optional<String>> values = new HashMap<>();
    attributes.forEach(
        each -> values.put(each.getAttributeKey(), Optional.ofNullable(each.getAttributeValue())));
    return values;
  }
}
