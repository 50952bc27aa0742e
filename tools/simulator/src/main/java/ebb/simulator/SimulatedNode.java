package ebb.simulator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerIdPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceUtilizationProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.MasterKeyProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeActionProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeHealthStatusProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.NodeStatusProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.NodeHeartbeatResponseProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerRequestProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonServiceProtos.RegisterNodeManagerResponseProto;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * The state and protocol of one NodeManager, without a network: it registers, sends heartbeats with
 * ascending response ids, reports its containers in every heartbeat, kills what it is told to kill,
 * and does what SHUTDOWN and RESYNC ask for. One call of a node may be in flight at a time; other
 * threads may start containers meanwhile.
 */
final class SimulatedNode {
  /** The next step of a node. */
  enum Mode {
    TO_REGISTER,
    BEATING,
    SHUT_DOWN
  }

  private static final int HTTP_PORT = 8042;
  private static final String VERSION = YarnVersionInfo.getVersion();

  private static final NodeHealthStatusProto HEALTHY =
      NodeHealthStatusProto.newBuilder()
          .setIsNodeHealthy(true)
          .setHealthReport("")
          .setLastHealthReportTime(System.currentTimeMillis())
          .build();

  /** Without use, but present, because ResourceManagers expect it. */
  private static final ResourceUtilizationProto IDLE =
      ResourceUtilizationProto.newBuilder().setPmem(0).setVmem(0).setCpu(0).build();

  private final int index;
  private NodeIdProto id;
  private final ResourceProto size;
  private final Map<ContainerIdProto, SimulatedContainer> containers = new LinkedHashMap<>();
  private final Map<ContainerIdProto, SimulatedContainer> reportedAsComplete = new HashMap<>();
  private final List<ContainerKill> killed = new ArrayList<>();
  private final List<Registered> registrations = new ArrayList<>();
  private Instant sent = Instant.EPOCH;
  private Mode mode = Mode.TO_REGISTER;
  private boolean silent;
  private int responseId;
  private @Nullable MasterKeyProto containerKey;
  private @Nullable MasterKeyProto nmKey;

  SimulatedNode(int index, int memoryMegabytes, int virtualCores) {
    this.index = index;
    this.id = idAt(FleetSettings.port());
    this.size =
        ResourceProto.newBuilder().setMemory(memoryMegabytes).setVirtualCores(virtualCores).build();
  }

  private NodeIdProto idAt(int port) {
    return NodeIdProto.newBuilder().setHost(FleetSettings.host(index)).setPort(port).build();
  }

  int index() {
    return index;
  }

  synchronized int port() {
    return id.getPort();
  }

  synchronized Mode mode() {
    return mode;
  }

  /** The number of running containers. */
  synchronized int running() {
    return (int) containers.values().stream().filter(SimulatedContainer::isRunning).count();
  }

  synchronized void start(SimulatedContainer container) {
    if (mode != Mode.SHUT_DOWN) {
      containers.put(container.id(), container);
    }
  }

  /** All containers exit by themselves. The next heartbeat reports it. */
  synchronized void endContainers() {
    containers.replaceAll((id, each) -> each.isRunning() ? each.exited() : each);
  }

  /** The NodeManager registers again, with its running containers. */
  synchronized void restart() {
    if (mode == Mode.BEATING) {
      mode = Mode.TO_REGISTER;
    }
  }

  /** The NodeManager restarts on another port, without containers. */
  synchronized void changePort() {
    containers.clear();
    id = idAt(id.getPort() + 1);
    mode = Mode.TO_REGISTER;
  }

  /** Whether it runs but sends nothing. */
  synchronized boolean isSilent() {
    return silent;
  }

  synchronized void silence(boolean wanted) {
    silent = wanted;
  }

  /** Running containers that it was told to kill, singly or all at once. */
  synchronized List<ContainerKill> killed() {
    return List.copyOf(killed);
  }

  /** The accepted registrations. */
  synchronized List<Registered> registrations() {
    return List.copyOf(registrations);
  }

  /** A node that was shut down starts again, without containers. */
  synchronized void startAgain() {
    if (mode == Mode.SHUT_DOWN) {
      mode = Mode.TO_REGISTER;
    }
  }

  synchronized RegisterNodeManagerRequestProto registration() {
    sent = Instant.now();
    Set<ApplicationIdProto> applications = new LinkedHashSet<>();
    var request =
        RegisterNodeManagerRequestProto.newBuilder()
            .setNodeId(id)
            .setHttpPort(HTTP_PORT)
            .setResource(size)
            .setPhysicalResource(size)
            .setNmVersion(VERSION)
            .setNodeStatus(status());
    for (SimulatedContainer container : containers.values()) {
      request.addContainerStatuses(container.atRegistration());
      applications.add(container.application());
    }
    return request.addAllRunningApplications(applications).build();
  }

  synchronized void registered(RegisterNodeManagerResponseProto answer) {
    if (answer.getNodeAction() == NodeActionProto.SHUTDOWN) {
      shutDown();
      return;
    }
    containerKey = answer.getContainerTokenMasterKey();
    nmKey = answer.getNmTokenMasterKey();
    responseId = 0;
    registrations.add(new Registered(sent, Instant.now()));
    mode = Mode.BEATING;
  }

  synchronized NodeHeartbeatRequestProto heartbeat() {
    var status = status().setResponseId(responseId);
    reportedAsComplete.clear();
    for (SimulatedContainer container : containers.values()) {
      status.addContainersStatuses(container.status());
      if (!container.isRunning()) {
        reportedAsComplete.put(container.id(), container);
      }
    }
    var request = NodeHeartbeatRequestProto.newBuilder().setNodeStatus(status);
    if (containerKey != null) {
      request.setLastKnownContainerTokenMasterKey(containerKey);
    }
    if (nmKey != null) {
      request.setLastKnownNmTokenMasterKey(nmKey);
    }
    return request.build();
  }

  private NodeStatusProto.Builder status() {
    return NodeStatusProto.newBuilder()
        .setNodeId(id)
        .setNodeHealthStatus(HEALTHY)
        .setContainersUtilization(IDLE)
        .setNodeUtilization(IDLE);
  }

  /** A heartbeat was answered, so what it reported as ended is known. */
  synchronized void answered(NodeHeartbeatResponseProto answer) {
    switch (answer.getNodeAction()) {
      case SHUTDOWN -> shutDown();
      case RESYNC -> mode = Mode.TO_REGISTER;
      case NORMAL -> handle(answer);
    }
  }

  private void handle(NodeHeartbeatResponseProto answer) {
    responseId = answer.getResponseId();
    if (answer.hasContainerTokenMasterKey()) {
      containerKey = answer.getContainerTokenMasterKey();
    }
    if (answer.hasNmTokenMasterKey()) {
      nmKey = answer.getNmTokenMasterKey();
    }
    containers.keySet().removeAll(reportedAsComplete.keySet());
    answer.getContainersToCleanupList().forEach(this::end);
    if (answer.getApplicationsToCleanupCount() > 0) {
      Set<ApplicationIdProto> ended = Set.copyOf(answer.getApplicationsToCleanupList());
      containers.replaceAll(
          (id, container) -> ended.contains(container.application()) ? kill(container) : container);
    }
  }

  private void end(ContainerIdProto container) {
    containers.computeIfPresent(container, (killedId, present) -> kill(present));
  }

  private SimulatedContainer kill(SimulatedContainer container) {
    if (container.isRunning()) {
      killed.add(
          new ContainerKill(
              index,
              id.getPort(),
              new ContainerIdPBImpl(container.id()).toString(),
              container.started(),
              Instant.now()));
    }
    return container.killed();
  }

  private void shutDown() {
    mode = Mode.SHUT_DOWN;
    containers.values().forEach(this::kill);
    containers.clear();
  }
}
