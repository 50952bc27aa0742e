package ebb.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
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
import org.jspecify.annotations.Nullable;

/**
 * Says over Hadoop's own protocol what a test wants a NodeManager to say, and nothing by itself. A
 * new one offers 4096 MB and 4 cores and is healthy.
 */
public final class ScriptedNodeManager implements AutoCloseable {
  private final NodeId id;
  private final ResourceTracker tracker;
  private final List<ContainerStatus> containers = new ArrayList<>();
  private final List<ApplicationId> applications = new ArrayList<>();
  private Consumer<RegisterNodeManagerRequest> registration = request -> {};
  private Resource size = Resource.newInstance(4096, 4);
  private int httpPort = 8042;
  private String version = "3.5.0";
  private boolean healthy = true;
  private int responseId;
  private @Nullable MasterKey containerKey;
  private @Nullable MasterKey nodeKey;

  private ScriptedNodeManager(NodeId id, ResourceTracker tracker) {
    this.id = id;
    this.tracker = tracker;
  }

  static ScriptedNodeManager of(NodeId id, Configuration conf) throws IOException {
    return new ScriptedNodeManager(id, ServerRMProxy.createRMProxy(conf, ResourceTracker.class));
  }

  public NodeId id() {
    return id;
  }

  public ScriptedNodeManager offers(int memoryMb, int vcores) {
    size = Resource.newInstance(memoryMb, vcores);
    return this;
  }

  ScriptedNodeManager listensOn(int port) {
    httpPort = port;
    return this;
  }

  public ScriptedNodeManager isOfVersion(String next) {
    version = next;
    return this;
  }

  ScriptedNodeManager is(boolean nowHealthy) {
    healthy = nowHealthy;
    return this;
  }

  /** Of the container from the next heartbeat on; of each id the newest state is reported. */
  public ScriptedNodeManager has(ContainerId container, ContainerState state) {
    containers.removeIf(each -> each.getContainerId().equals(container));
    ContainerStatus status = ContainerStatus.newInstance(container, state, "", 0);
    status.setCapability(Resource.newInstance(1024, 1));
    containers.add(status);
    return this;
  }

  ScriptedNodeManager hasNothing() {
    containers.clear();
    return this;
  }

  /** Named at the next registration. */
  ScriptedNodeManager holds(ApplicationId... held) {
    applications.clear();
    applications.addAll(List.of(held));
    return this;
  }

  /** Whatever else the next registrations say. */
  public ScriptedNodeManager registersWith(Consumer<RegisterNodeManagerRequest> next) {
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
            containers.stream().map(ScriptedNodeManager::held).toList(),
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

  private static NMContainerStatus held(ContainerStatus status) {
    return Reports.held(
        status.getContainerId(), status.getState(), 1024, 1, ExecutionType.GUARANTEED);
  }

  public NodeHeartbeatResponse heartbeat() throws IOException, YarnException {
    return heartbeat(request -> {});
  }

  /**
   * @param change of what the heartbeat says
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

  /** Without taking its answer for the newest. */
  NodeHeartbeatResponse heartbeatWith(int otherId) throws IOException, YarnException {
    int kept = responseId;
    NodeHeartbeatResponse answer =
        heartbeat(request -> request.getNodeStatus().setResponseId(otherId));
    responseId = kept;
    return answer;
  }

  void unregister() throws IOException, YarnException {
    tracker.unRegisterNodeManager(UnRegisterNodeManagerRequest.newInstance(id));
  }

  private NodeStatus status() {
    return NodeStatus.newInstance(
        id,
        responseId,
        List.copyOf(containers),
        List.of(),
        NodeHealthStatus.newInstance(healthy, healthy ? "" : "sick", System.currentTimeMillis()),
        null,
        null,
        List.of());
  }

  @Override
  public void close() {
    RPC.stopProxy(tracker);
  }
}
