package ebb.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.ServerRMProxy;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.jspecify.annotations.Nullable;

/** Speaks the NodeManager's protocol through Hadoop's own client, and does nothing by itself. */
public final class SimulatedNodeManager implements AutoCloseable {
  private final NodeId id;
  private final ResourceTracker tracker;
  private final List<ContainerStatus> containers = new ArrayList<>();
  private final Map<ContainerId, Resource> placed = new LinkedHashMap<>();
  private String sickness = "";
  private int queueLength;
  private int responseId;
  private @Nullable MasterKey containerKey;
  private @Nullable MasterKey nodeKey;

  private SimulatedNodeManager(NodeId id, ResourceTracker tracker) {
    this.id = id;
    this.tracker = tracker;
  }

  public static SimulatedNodeManager of(String host, Configuration conf) throws IOException {
    return of(NodeId.newInstance(host, 4321), conf);
  }

  public static SimulatedNodeManager of(NodeId id, Configuration conf) throws IOException {
    return new SimulatedNodeManager(id, ServerRMProxy.createRMProxy(conf, ResourceTracker.class));
  }

  public NodeId id() {
    return id;
  }

  public RegisterNodeManagerResponse register() throws IOException, YarnException {
    return register(Resource.newInstance(4096, 4));
  }

  RegisterNodeManagerResponse register(Resource size) throws IOException, YarnException {
    RegisterNodeManagerRequest request =
        RegisterNodeManagerRequest.newInstance(
            id, 8042, size, "3.5.0", placedReports(), placedApplications(), null, size);
    request.setNodeStatus(status());
    RegisterNodeManagerResponse answer = tracker.registerNodeManager(request);
    responseId = 0;
    containerKey = answer.getContainerTokenMasterKey();
    nodeKey = answer.getNMTokenMasterKey();
    return answer;
  }

  public NodeHeartbeatResponse heartbeat() throws IOException, YarnException {
    NodeHeartbeatResponse answer = heartbeatWith(responseId);
    responseId = answer.getResponseId();
    return answer;
  }

  NodeHeartbeatResponse heartbeatWith(int id) throws IOException, YarnException {
    int kept = responseId;
    responseId = id;
    NodeHeartbeatRequest request =
        NodeHeartbeatRequest.newInstance(status(), containerKey, nodeKey, Set.of());
    responseId = kept;
    return tracker.nodeHeartbeat(request);
  }

  /** From the next heartbeat on, of an application that the ResourceManager does not know. */
  void runsContainer() {
    runs(ApplicationId.newInstance(1, 1));
  }

  /** From the next heartbeat on, one container more. */
  public void runs(ApplicationId app) {
    runs(ContainerId.newContainerId(ApplicationAttemptId.newInstance(app, 1), 2));
  }

  void runs(ContainerId container) {
    containers.add(ContainerStatus.newInstance(container, ContainerState.RUNNING, "", 0));
  }

  /** From the next heartbeat on, so many opportunistic containers wait in the node's queue. */
  void queues(int length) {
    queueLength = length;
  }

  /** From the next heartbeat on. */
  void fallsIll() {
    sickness = "fell ill";
  }

  public void runsNothing() {
    containers.clear();
    placed.clear();
  }

  /**
   * From the next report on, this container that the scheduler has placed here; a registration
   * names it, too, as that of a NodeManager does.
   */
  public void runs(ContainerId container, Resource size) {
    runs(container);
    placed.put(container, size);
  }

  /** From the next heartbeat on, this container has ended. */
  public void completes(ContainerId container) {
    containers.add(ContainerStatus.newInstance(container, ContainerState.COMPLETE, "", 0));
  }

  private List<NMContainerStatus> placedReports() {
    return placed.entrySet().stream()
        .map(
            each ->
                NMContainerStatus.newInstance(
                    each.getKey(),
                    0,
                    ContainerState.RUNNING,
                    each.getValue(),
                    "",
                    0,
                    Priority.newInstance(1),
                    0))
        .toList();
  }

  private List<ApplicationId> placedApplications() {
    return placed.keySet().stream()
        .map(each -> each.getApplicationAttemptId().getApplicationId())
        .distinct()
        .toList();
  }

  /**
   * From the next report on.
   *
   * @param report why it is unhealthy; empty for a healthy node
   */
  public void healthReport(String report) {
    sickness = report;
  }

  void unregister() throws IOException, YarnException {
    tracker.unRegisterNodeManager(UnRegisterNodeManagerRequest.newInstance(id));
  }

  private NodeStatus status() {
    NodeStatus status =
        NodeStatus.newInstance(
            id,
            responseId,
            List.copyOf(containers),
            List.of(),
            NodeHealthStatus.newInstance(sickness.isEmpty(), sickness, System.currentTimeMillis()),
            null,
            null,
            null);
    if (queueLength > 0) {
      OpportunisticContainersStatus queue = OpportunisticContainersStatus.newInstance();
      queue.setWaitQueueLength(queueLength);
      queue.setEstimatedQueueWaitTime(-1);
      queue.setOpportQueueCapacity(10);
      status.setOpportunisticContainersStatus(queue);
    }
    return status;
  }

  @Override
  public void close() {
    RPC.stopProxy(tracker);
  }
}
