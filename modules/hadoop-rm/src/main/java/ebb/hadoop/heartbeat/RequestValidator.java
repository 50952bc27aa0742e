package ebb.hadoop.heartbeat;

import ebb.domain.provenance.Peer;
import ebb.domain.text.TextLimit;
import ebb.hadoop.tracker.RegistrationRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerStatusProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeStatusProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatRequestProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.LogAggregationReport;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.NodeHeartbeatRequestPBImpl;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.jspecify.annotations.Nullable;

/**
 * Checks the requests of NodeManagers before they are processed. Almost every field of the protocol
 * is optional on the wire. A missing or absurd value would cause a failure half-way, or end the
 * process if it failed in the scheduler's thread. Every method throws a YarnException that names
 * the field. The NodeManager logs it, and then fails to start or sends its next heartbeat.
 */
public final class RequestValidator {

  /** An exbibyte: the sum over any cluster still fits. */
  private static final long MAX_MEMORY_MB = 1L << 40;

  private static final int MAX_VCORES = 1 << 20;
  private static final int MAX_TEXT = 255;
  private static final int MAX_PORT = 65_535;

  private RequestValidator() {}

  public static void check(RegisterNodeManagerRequest request) throws YarnException {
    checkNodeId(request::getNodeId);
    requireThat(
        request.getHttpPort() >= 0 && request.getHttpPort() <= MAX_PORT,
        "httpPort",
        "is " + request.getHttpPort());
    checkSize("resource", request::getResource);
    if (read("physicalResource", request::getPhysicalResource) != null) {
      checkSize("physicalResource", request::getPhysicalResource);
    }
    String version = Objects.requireNonNullElse(request.getNMVersion(), "");
    requireThat(version.length() <= MAX_TEXT, "nmVersion", "is longer than " + MAX_TEXT);
    for (NMContainerStatus each : request.getNMContainerStatuses()) {
      checkContainerId("containerStatuses", each::getContainerId);
      require("containerStatuses.containerState", each::getContainerState);
      require("containerStatuses.priority", each::getPriority);
      require("containerStatuses.diagnostics", each::getDiagnostics);
      checkPart("containerStatuses.resource", each::getAllocatedResource);
    }
    NodeStatus status = request.getNodeStatus();
    if (status != null) {
      require("nodeStatus.nodeHealthStatus", status::getNodeHealthStatus);
    }
    checkLogs(request.getLogAggregationReportsForApps());
    checkDescription(request.getNodeLabels(), request.getNodeAttributes());
  }

  /**
   * @param peer the sender
   */
  public static Heartbeat read(NodeHeartbeatRequest request, Optional<Peer> peer)
      throws YarnException {
    NodeHeartbeatRequestProto wire = ((NodeHeartbeatRequestPBImpl) request).getProto();
    NodeStatus status = require("nodeStatus", request::getNodeStatus);
    ebb.domain.NodeId id = readNodeId(status::getNodeId);
    require("nodeStatus.nodeHealthStatus", status::getNodeHealthStatus);
    List<ReportedContainer> containers = readContainers(wire.getNodeStatus());
    for (Container each : status.getIncreasedContainers()) {
      checkContainerId("nodeStatus.increasedContainers", each::getId);
      checkPart("nodeStatus.increasedContainers.resource", each::getResource);
    }
    checkLogs(request.getLogAggregationReportsForApps());
    checkDescription(request.getNodeLabels(), request.getNodeAttributes());
    return new Heartbeat(peer, request, id, status, wire.getNodeStatus(), containers);
  }

  private static List<ReportedContainer> readContainers(NodeStatusProto status)
      throws YarnException {
    var containers = new ArrayList<ReportedContainer>(status.getContainersStatusesCount());
    for (ContainerStatusProto each : status.getContainersStatusesList()) {
      containers.add(read(each));
    }
    return containers;
  }

  private static ReportedContainer read(ContainerStatusProto wire) throws YarnException {
    String containers = "nodeStatus.containersStatuses";
    if (!wire.hasContainerId()) {
      throw refusal(containers + ".containerId", "is missing");
    }
    if (!wire.hasState()) {
      throw refusal(containers + ".state", "is missing");
    }
    var reported = new ReportedContainer(wire);
    String field = "nodeStatus.containersStatuses.capability";
    if (!reported.isSizedPlainly()) {
      read(field, reported::size);
    }
    requireSize(field, reported.memory(), reported.vcores());
    requirePart(field, reported.memory(), reported.vcores());
    return reported;
  }

  public static ebb.domain.NodeId read(UnRegisterNodeManagerRequest request) throws YarnException {
    return readNodeId(request::getNodeId);
  }

  private static ebb.domain.NodeId readNodeId(Supplier<@Nullable NodeId> field)
      throws YarnException {
    NodeId id = checkNodeId(field);
    Optional<String> problem = TextLimit.HOST_NAME.problemOf(id.getHost());
    if (problem.isPresent()) {
      throw refusal("nodeId.host", problem.get());
    }
    return new ebb.domain.NodeId(id.getHost(), id.getPort());
  }

  /** The host may still be too long: {@link RegistrationRules} rejects that. */
  private static NodeId checkNodeId(Supplier<@Nullable NodeId> field) throws YarnException {
    NodeId id = require("nodeId", field);
    String host = require("nodeId.host", id::getHost);
    requireThat(!host.isEmpty(), "nodeId.host", "is empty");
    // Any other character would end up in host files, log lines, script arguments and journal keys.
    requireThat(isHost(host), "nodeId.host", "is no host name or address");
    int port = id.getPort();
    // Negative ports stand for hosts without a node.
    if (port < 0 || port > MAX_PORT) {
      throw refusal("nodeId.port", "is " + port);
    }
    return id;
  }

  private static boolean isHost(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isOfHost(text.charAt(i))) {
        return false;
      }
    }
    return text.charAt(0) != '-';
  }

  private static boolean isOfHost(char character) {
    return Character.isLetterOrDigit(character) || "._-:%[]".indexOf(character) >= 0;
  }

  /**
   * Checks the upper bounds only. The minimum allocation is checked later, with YARN's own
   * messages.
   */
  private static void checkSize(String field, Supplier<@Nullable Resource> size)
      throws YarnException {
    requireSize(field, require(field, size));
  }

  private static void requireSize(String field, Resource size) throws YarnException {
    requireSize(field, size.getMemorySize(), size.getVirtualCores());
  }

  private static void requireSize(String field, long memory, int vcores) throws YarnException {
    if (memory > MAX_MEMORY_MB) {
      throw refusal(field + ".memory", "is " + memory + " MB");
    }
    if (vcores > MAX_VCORES) {
      throw refusal(field + ".vcores", "is " + vcores);
    }
  }

  private static void checkPart(String field, Supplier<@Nullable Resource> size)
      throws YarnException {
    Resource given = require(field, size);
    requireSize(field, given);
    requirePart(field, given.getMemorySize(), given.getVirtualCores());
  }

  private static void requirePart(String field, long memory, int vcores) throws YarnException {
    if (memory < 0 || vcores < 0) {
      throw refusal(field, "is negative: " + memory + " MB, " + vcores + " vcores");
    }
  }

  private static ContainerId checkContainerId(String field, Supplier<@Nullable ContainerId> id)
      throws YarnException {
    ContainerId container = require(field, ".containerId", id);
    ApplicationAttemptId attempt =
        require(field, ".containerId.applicationAttemptId", container::getApplicationAttemptId);
    require(field, ".containerId.applicationAttemptId.applicationId", attempt::getApplicationId);
    return container;
  }

  private static void checkLogs(@Nullable Collection<LogAggregationReport> reports)
      throws YarnException {
    String field = "logAggregationReportsForApps";
    requireOfAll(field, ".applicationId", reports, LogAggregationReport::getApplicationId);
    requireOfAll(
        field, ".logAggregationStatus", reports, LogAggregationReport::getLogAggregationStatus);
  }

  private static void checkDescription(
      @Nullable Collection<NodeLabel> labels, @Nullable Collection<NodeAttribute> attributes)
      throws YarnException {
    requireOfAll("nodeLabels", ".name", labels, NodeLabel::getName);
    String field = "nodeAttributes";
    requireOfAll(field, ".attributeKey", attributes, NodeAttribute::getAttributeKey);
    requireOfAll(
        field,
        ".attributeKey.attributeName",
        attributes,
        each -> each.getAttributeKey().getAttributeName());
  }

  private static <T> void requireOfAll(
      String field, String part, @Nullable Collection<T> all, Function<T, @Nullable Object> value)
      throws YarnException {
    if (all == null || all.isEmpty()) { // as in most heartbeats
      return;
    }
    if (!all.stream().map(value).allMatch(Objects::nonNull)) {
      throw refusal(field + part, "is missing");
    }
  }

  private static <T> T require(String field, Supplier<@Nullable T> value) throws YarnException {
    return require(field, "", value);
  }

  /** Builds the full name only for an error, because this runs in every heartbeat. */
  private static <T> T require(String field, String part, Supplier<@Nullable T> value)
      throws YarnException {
    T given = read(field, part, value);
    if (given == null) {
      throw refusal(field + part, "is missing");
    }
    return given;
  }

  private static <T> @Nullable T read(String field, Supplier<@Nullable T> value)
      throws YarnException {
    return read(field, "", value);
  }

  /** Hadoop's records are parsed from the wire on access, and only then can they fail. */
  private static <T> @Nullable T read(String field, String part, Supplier<@Nullable T> value)
      throws YarnException {
    try {
      return value.get();
    } catch (RuntimeException e) {
      throw refusal(field + part, "cannot be read: " + e.getMessage());
    }
  }

  private static void requireThat(boolean right, String field, String wrong) throws YarnException {
    if (!right) {
      throw refusal(field, wrong);
    }
  }

  /** Without a stack trace: the line alone is clearer in the logs of both sides. */
  private static YarnException refusal(String field, String wrong) {
    YarnException refusal = new YarnException("Malformed request: " + field + " " + wrong);
    refusal.setStackTrace(new StackTraceElement[0]);
    return refusal;
  }
}
