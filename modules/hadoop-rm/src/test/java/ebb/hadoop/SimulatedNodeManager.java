package ebb.hadoop;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
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

/**
 * Speaks the NodeManager's protocol through Hadoop's client, and sends nothing by itself. Initially
 * it offers 4096 MB and 4 cores and is healthy. The next report has what a test changes.
 */
public final class SimulatedNodeManager implements AutoCloseable {
  private final NodeId id;
  private final ResourceTracker tracker;
  private final Map<ContainerId, ContainerStatus> containers = new LinkedHashMap<>();
  private final Map<ContainerId, NMContainerStatus> atRegistration = new LinkedHashMap<>();
  private final Set<ApplicationId> applications = new LinkedHashSet<>();
  private Consumer<RegisterNodeManagerRequest> registration = request -> {};
  private Resource size = Resource.newInstance(4096, 4);
  private int httpPort = 8042;
  private String version = "3.5.0";
  private String healthReport = "";
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

  public SimulatedNodeManager offers(int memoryMb, int vcores) {
    return offers(Resource.newInstance(memoryMb, vcores));
  }

  public SimulatedNodeManager offers(Resource next) {
    size = next;
    return this;
  }

  public SimulatedNodeManager listensOn(int port) {
    httpPort = port;
    return this;
  }

  public SimulatedNodeManager isOfVersion(String next) {
    version = next;
    return this;
  }

  /**
   * @param report why it is unhealthy; empty for a healthy node
   */
  public SimulatedNodeManager healthReport(String report) {
    healthReport = report;
    return this;
  }

  /** A container of an application that the ResourceManager does not know. */
  public void runsContainer() {
    runs(ApplicationId.newInstance(1, 1));
  }

  /** One container of this application, in heartbeats but not in registrations. */
  public void runs(ApplicationId application) {
    runs(ContainerId.newContainerId(ApplicationAttemptId.newInstance(application, 1), 2));
  }

  public void runs(ContainerId container) {
    report(container, ContainerState.RUNNING);
  }

  /**
   * A container that the scheduler has placed here, with its application; in registrations, too.
   */
  public void runs(ContainerId container, Resource itsSize) {
    has(container, ContainerState.RUNNING, itsSize);
    applications.add(container.getApplicationAttemptId().getApplicationId());
  }

  public void completes(ContainerId container) {
    atRegistration.remove(container);
    report(container, ContainerState.COMPLETE);
  }

  /** A container of 1024 MB; in registrations, too. */
  public SimulatedNodeManager has(ContainerId container, ContainerState state) {
    has(container, state, Resource.newInstance(1024, 1));
    return this;
  }

  private void has(ContainerId container, ContainerState state, Resource itsSize) {
    report(container, state).setCapability(itsSize);
    atRegistration.put(
        container,
        NMContainerStatus.newInstance(
            container, 0, state, itsSize, "", 0, Priority.newInstance(1), 0));
  }

  private ContainerStatus report(ContainerId container, ContainerState state) {
    ContainerStatus status = ContainerStatus.newInstance(container, state, "", 0);
    containers.put(container, status);
    return status;
  }

  /** Applications of the next registrations, with or without a container. */
  public SimulatedNodeManager holds(ApplicationId... held) {
    applications.clear();
    applications.addAll(List.of(held));
    return this;
  }

  public SimulatedNodeManager runsNothing() {
    containers.clear();
    atRegistration.clear();
    applications.clear();
    return this;
  }

  /** This many opportunistic containers wait in the node's queue. */
  public void queues(int length) {
    queueLength = length;
  }

  /** Other fields of the next registrations. */
  public SimulatedNodeManager registersWith(Consumer<RegisterNodeManagerRequest> next) {
    registration = next;
    return this;
  }

  public RegisterNodeManagerResponse register() throws IOException, YarnException {
    RegisterNodeManagerRequest request =
        RegisterNodeManagerRequest.newInstance(
            id,
            httpPort,
            size,
            version,
            List.copyOf(atRegistration.values()),
            List.copyOf(applications),
            null,
            size);
    responseId = 0;
    request.setNodeStatus(status());
    registration.accept(request);
    RegisterNodeManagerResponse answer = tracker.registerNodeManager(request);
    containerKey = answer.getContainerTokenMasterKey();
    nodeKey = answer.getNMTokenMasterKey();
    return answer;
  }

  public NodeHeartbeatResponse heartbeat() throws IOException, YarnException {
    return heartbeat(request -> {});
  }

  /**
   * @param change to the heartbeat
   */
  public NodeHeartbeatResponse heartbeat(Consumer<NodeHeartbeatRequest> change)
      throws IOException, YarnException {
    NodeHeartbeatRequest request =
        NodeHeartbeatRequest.newInstance(status(), containerKey, nodeKey, null);
    change.accept(request);
    NodeHeartbeatResponse answer = tracker.nodeHeartbeat(request);
    responseId = answer.getResponseId();
    return answer;
  }

  /** Without treating its answer as the newest. */
  public NodeHeartbeatResponse heartbeatWith(int otherId) throws IOException, YarnException {
    int kept = responseId;
    NodeHeartbeatResponse answer =
        heartbeat(request -> request.getNodeStatus().setResponseId(otherId));
    responseId = kept;
    return answer;
  }

  public void unregister() throws IOException, YarnException {
    tracker.unRegisterNodeManager(UnRegisterNodeManagerRequest.newInstance(id));
  }

  private NodeStatus status() {
    NodeStatus status =
        NodeStatus.newInstance(
            id,
            responseId,
            List.copyOf(containers.values()),
            List.of(),
            NodeHealthStatus.newInstance(
                healthReport.isEmpty(), healthReport, System.currentTimeMillis()),
            null,
            null,
            List.of());
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
