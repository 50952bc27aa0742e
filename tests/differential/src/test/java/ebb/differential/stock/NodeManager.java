package ebb.differential.stock;

import ebb.differential.script.Step.Health;
import ebb.differential.script.Step.Memory;
import ebb.differential.script.Step.Start;
import ebb.differential.script.Step.Work;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** A NodeManager that does what it is told, as Hadoop's NodeStatusUpdaterImpl does. */
public final class NodeManager {
  private static final int UNKNOWN_APPLICATION = 99;
  private static final Resource CONTAINER = Resource.newInstance(1024, 1);

  private final NodeId id;
  private final NavigableMap<ContainerId, ContainerState> containers = new TreeMap<>();
  private final Set<ApplicationId> applications = new TreeSet<>();
  private boolean alive;
  private boolean healthy = true;
  private int responseId;
  private int httpPort;
  private Resource size = Resource.newInstance(0, 0);
  private String version = "";
  private final int firstStray;
  private String reported = "[]";

  /**
   * @param index of the node in its script
   */
  public NodeManager(NodeId id, int index) {
    this.id = id;
    firstStray = 10_000 * (index + 1);
  }

  public NodeId id() {
    return id;
  }

  public boolean isAlive() {
    return alive;
  }

  /** Whether a heartbeat since the registration exists that it could repeat. */
  boolean hasBeaten() {
    return responseId > 0;
  }

  public void die() {
    alive = false;
  }

  public void start(Start how) {
    alive = true;
    healthy = how.healthy();
    httpPort = how.httpPort();
    size = Resource.newInstance(1024L * how.gigabytes(), how.gigabytes());
    version = how.version();
    if (how.memory() != Memory.CONTAINERS) {
      containers.clear();
    }
    if (how.memory() == Memory.NOTHING) {
      applications.clear();
    }
  }

  public RegisterNodeManagerRequest registration() {
    List<NMContainerStatus> held = new ArrayList<>();
    containers.forEach(
        (container, state) -> {
          NMContainerStatus status =
              NMContainerStatus.newInstance(
                  container, 0, state, CONTAINER, "", 0, Priority.newInstance(0), 0);
          status.setExecutionType(ExecutionType.GUARANTEED);
          held.add(status);
        });
    RegisterNodeManagerRequest request =
        RegisterNodeManagerRequest.newInstance(
            id,
            httpPort,
            size,
            version,
            held,
            List.copyOf(applications),
            null,
            size,
            null,
            status(0, List.of()));
    return request;
  }

  public void handle(RegisterNodeManagerResponse answer) {
    responseId = 0;
    if (answer.getNodeAction() == NodeAction.SHUTDOWN) {
      stop();
    }
  }

  public NodeHeartbeatRequest heartbeat(int wrongBy, boolean keepAlive) {
    reported = Text.ids(running());
    List<ApplicationId> kept = keepAlive ? List.of(SimulatedApplications.id(1)) : List.of();
    return NodeHeartbeatRequest.newInstance(
        status((responseId + wrongBy) & Integer.MAX_VALUE, kept), null, null, null);
  }

  private NodeStatus status(int response, List<ApplicationId> kept) {
    List<ContainerStatus> statuses = new ArrayList<>();
    containers.forEach(
        (container, state) -> {
          ContainerStatus status =
              ContainerStatus.newInstance(container, ExecutionType.GUARANTEED, state, "", 0);
          status.setCapability(CONTAINER);
          statuses.add(status);
        });
    return NodeStatus.newInstance(
        id,
        response,
        statuses,
        kept,
        NodeHealthStatus.newInstance(healthy, healthy ? "" : "sick", healthy ? 1 : 2),
        ResourceUtilization.newInstance(0, 0, 0),
        ResourceUtilization.newInstance(0, 0, 0),
        List.of());
  }

  /**
   * @return whether it has to register again
   */
  public boolean handle(NodeHeartbeatResponse answer) {
    if (answer.getNodeAction() == null) {
      return false; // the record in place of the answer before the first one
    }
    switch (answer.getNodeAction()) {
      case SHUTDOWN -> stop();
      case RESYNC -> {
        return true;
      }
      case NORMAL -> {
        responseId = answer.getResponseId();
        answer
            .getContainersToCleanup()
            .forEach(each -> containers.replace(each, ContainerState.COMPLETE));
        answer.getContainersToBeRemovedFromNM().forEach(this::forget);
        for (ApplicationId ended : answer.getApplicationsToCleanup()) {
          applications.remove(ended);
          containers
              .keySet()
              .removeIf(each -> SimulatedScheduler.applicationOf(each).equals(ended));
        }
        if (answer.getResource() != null) {
          size = Resources.clone(answer.getResource());
        }
      }
    }
    return false;
  }

  /** Only ended containers can be forgotten. */
  private void forget(ContainerId container) {
    containers.remove(container, ContainerState.COMPLETE);
  }

  private void stop() {
    alive = false;
    containers.clear();
    applications.clear();
  }

  // ---- what happens there ----

  /**
   * @param step of the script, so that both sides use the same names for containers that no
   *     scheduler placed
   */
  public void work(Work work, List<SimulatedScheduler.Placed> placed, int step) {
    Set<ContainerId> running = new HashSet<>(running());
    switch (work) {
      case NONE -> {}
      case START_PLACED ->
          placed.stream()
              .map(SimulatedScheduler.Placed::id)
              .filter(each -> !containers.containsKey(each))
              .forEach(this::run);
      case START_STRAY -> run(SimulatedApplications.container(1, firstStray + step));
      case START_UNKNOWN ->
          run(SimulatedApplications.container(UNKNOWN_APPLICATION, firstStray + step));
      case COMPLETE_ONE -> running.stream().min(ContainerId::compareTo).ifPresent(this::complete);
      case COMPLETE_ALL -> running.forEach(this::complete);
      case FORGET_ONE -> running.stream().min(ContainerId::compareTo).ifPresent(containers::remove);
    }
  }

  private void run(ContainerId container) {
    containers.put(container, ContainerState.RUNNING);
    applications.add(SimulatedScheduler.applicationOf(container));
  }

  private void complete(ContainerId container) {
    containers.put(container, ContainerState.COMPLETE);
  }

  public void feel(Health health) {
    switch (health) {
      case AS_BEFORE -> {}
      case SICK -> healthy = false;
      case WELL -> healthy = true;
    }
  }

  public boolean isHealthy() {
    return healthy;
  }

  public List<ContainerId> running() {
    return containers.entrySet().stream()
        .filter(each -> each.getValue() == ContainerState.RUNNING)
        .map(java.util.Map.Entry::getKey)
        .toList();
  }

  String describe() {
    return (alive ? "alive " + responseId : "dead")
        + " "
        + Text.ids(running())
        + " "
        + Text.applications(applications);
  }

  /** The containers reported as running in the last heartbeat of this step. */
  String takeReported() {
    String taken = reported;
    reported = "[]";
    return taken;
  }

  String size() {
    return Text.of(size);
  }

  /** A size that it already has is no change. */
  String newsOf(@Nullable Resource told) {
    return size.equals(told) ? "-" : Text.of(told);
  }
}
