package ebb.hadoop.heartbeat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.AllocationExpirationInfo;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the containers of each heartbeat into news for the scheduler: launched, completed, lost
 * without a report, changed ports. Guarded by the node's lock, except {@link #allocated}.
 *
 * <p>Unlike in Hadoop's RMNodeImpl, a NEW container counts as alive, not as completed. An
 * opportunistic container that is reported never counts as lost.
 */
public final class NodeContainers {
  private static final Logger LOG = LoggerFactory.getLogger(NodeContainers.class);

  private final NodeId nodeId;
  private final ContainerAllocationExpirer expirer;
  private final Set<ContainerId> launched = new HashSet<>();

  /**
   * Kept until the application master has received the completion, and the NodeManager is sent
   * that.
   */
  private Set<ContainerId> completed = Set.of();

  /** Only containers that expose ports. Most nodes have none, and then there is no map. */
  private Map<ContainerId, String> ports = Map.of();

  private Set<ContainerId> alive = Set.of();
  private SteadyReport lastReport = SteadyReport.NONE;

  /** Whether {@link #lastReport} was received more than once. */
  private boolean isRepeated;

  /** Whether {@link #lastReport} contains no more news: each of its containers is launched. */
  private boolean isFullyProcessed;

  private volatile Resource allocated = Resource.newInstance(0, 0);

  public NodeContainers(NodeId nodeId, ContainerAllocationExpirer expirer) {
    this.nodeId = nodeId;
    this.expirer = expirer;
  }

  /** Forgets everything. The next report starts from nothing. */
  public void clear() {
    launched.clear();
    completed = Set.of();
    ports = Map.of();
    alive = Set.of();
    remember(SteadyReport.NONE);
    allocated = Resource.newInstance(0, 0);
  }

  /**
   * Records the containers that run, or wait to run. Must be called for every report, even of an
   * unhealthy node.
   */
  public void observe(List<ReportedContainer> report) {
    isRepeated = lastReport.isRepeatedBy(report);
    if (isRepeated) {
      return;
    }
    remember(SteadyReport.of(report));
    Set<ContainerId> seen = new HashSet<>();
    Resource sum = Resource.newInstance(0, 0);
    for (ReportedContainer each : report) {
      if (each.isAlive()) {
        seen.add(each.id());
        Resource size = each.size();
        if (size != null) {
          Resources.addTo(sum, size);
        }
      }
    }
    if (!seen.equals(alive)) {
      alive = asKnown(seen);
    }
    if (!sum.equals(allocated)) {
      allocated = sum;
    }
  }

  private void remember(SteadyReport report) {
    lastReport = report;
    isRepeated = false;
    isFullyProcessed = false;
  }

  /** The same ids, but with the existing object for each id that is already kept here. */
  private Set<ContainerId> asKnown(Set<ContainerId> ids) {
    Map<ContainerId, ContainerId> known = new HashMap<>();
    alive.forEach(id -> known.put(id, id));
    return ids.stream()
        .map(id -> known.getOrDefault(id, id))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The scheduler recovers these containers itself, so they are not news. */
  public void recover(Collection<ReportedContainer> report) {
    for (ReportedContainer each : report) {
      if (each.state() == ContainerState.RUNNING) {
        launched.add(each.id());
      }
    }
  }

  /**
   * Compares a report with the previous ones. {@link #observe} must have been called with the whole
   * report.
   *
   * @param report may omit containers that the scheduler no longer needs
   * @return empty if there is no news
   */
  public Optional<UpdatedContainerInfo> digest(Collection<ReportedContainer> report) {
    if (isRepeated && isFullyProcessed) {
      return Optional.empty();
    }
    List<ContainerStatus> nowLaunched = new ArrayList<>();
    List<ContainerStatus> nowCompleted = new ArrayList<>();
    List<Map.Entry<ApplicationId, ContainerStatus>> changed = new ArrayList<>();
    for (ReportedContainer each : report) {
      ContainerId id = each.id();
      if (each.state() == ContainerState.RUNNING) {
        if (launched.add(id)) {
          nowLaunched.add(each.status());
          stopExpiry(id);
        }
        if (havePortsChanged(each)) {
          changed.add(Map.entry(each.application(), each.status()));
        }
      } else if (each.state() == ContainerState.COMPLETE) {
        launched.remove(id);
        complete(id, each.status(), nowCompleted);
        stopExpiry(id);
      }
    }
    completeLost(nowCompleted);
    isFullyProcessed = launched.equals(alive) && ports.isEmpty();
    return nowLaunched.isEmpty() && nowCompleted.isEmpty() && changed.isEmpty()
        ? Optional.empty()
        : Optional.of(new UpdatedContainerInfo(nowLaunched, nowCompleted, changed));
  }

  private boolean havePortsChanged(ReportedContainer reported) {
    String now = Objects.requireNonNullElse(reported.status().getExposedPorts(), "");
    return expose(reported.id(), now);
  }

  private boolean expose(ContainerId id, String now) {
    boolean isNews = !now.equals(ports.getOrDefault(id, ""));
    if (isNews) {
      if (now.isEmpty()) {
        ports.remove(id);
      } else {
        if (ports.isEmpty()) {
          ports = new HashMap<>();
        }
        ports.put(id, now);
      }
    }
    return isNews;
  }

  private void complete(
      ContainerId id, ContainerStatus status, List<ContainerStatus> nowCompleted) {
    expose(id, "");
    if (addCompleted(id)) {
      nowCompleted.add(status);
    }
  }

  /** Creates the set when the first container ends, which never happens on an idle node. */
  private boolean addCompleted(ContainerId id) {
    if (completed.isEmpty()) {
      completed = new HashSet<>();
    }
    return completed.add(id);
  }

  private void completeLost(List<ContainerStatus> nowCompleted) {
    if (alive.containsAll(launched)) {
      return;
    }
    List<ContainerId> lost = launched.stream().filter(id -> !alive.contains(id)).sorted().toList();
    LOG.warn("{} does not report containers that ran there: {}", nodeId, NameSample.text(lost));
    for (ContainerId id : lost) {
      launched.remove(id);
      String report = "Container " + id + " was running but not reported from " + nodeId;
      complete(id, SchedulerUtils.createAbnormalContainerStatus(id, report), nowCompleted);
    }
  }

  /** Otherwise the scheduler would take the container back as never launched. */
  private void stopExpiry(ContainerId id) {
    expirer.unregister(new AllocationExpirationInfo(id));
  }

  /** The NodeManager is being sent that the application masters have received these completions. */
  public void acknowledged(Collection<ContainerId> ids) {
    if (!ids.isEmpty() && !completed.isEmpty()) {
      completed.removeAll(ids);
    }
  }

  /**
   * The containers that keep the node busy.
   *
   * @param held by the scheduler; some may not be launched yet, or may have ended without its
   *     knowledge
   */
  public Set<ContainerId> busy(Collection<ContainerId> held) {
    Set<ContainerId> busy = new HashSet<>(held);
    busy.removeAll(completed);
    busy.addAll(alive);
    return busy;
  }

  /**
   * The containers that the NodeManager reported as ended, perhaps before the scheduler has seen
   * that; a view.
   */
  public Set<ContainerId> ended() {
    return Collections.unmodifiableSet(completed);
  }

  /** Whether the last report contained no container that runs or waits to run. */
  public boolean isIdle() {
    return alive.isEmpty();
  }

  public int launchedCount() {
    return launched.size();
  }

  public int completedCount() {
    return completed.size();
  }

  public Resource allocated() {
    return allocated;
  }

  /**
   * Each container once, with its last entry. The scheduler recovers every entry, and would
   * permanently count a container twice that is reported twice.
   */
  public static List<NMContainerStatus> distinct(Collection<NMContainerStatus> reported) {
    Map<ContainerId, NMContainerStatus> byId = new LinkedHashMap<>();
    reported.forEach(each -> byId.put(each.getContainerId(), each));
    return List.copyOf(byId.values());
  }

  /** Converts a container of a registration to the form that a heartbeat reports. */
  public static ContainerStatus statusOf(NMContainerStatus reported) {
    ContainerStatus status =
        ContainerStatus.newInstance(
            reported.getContainerId(),
            reported.getExecutionType(),
            reported.getContainerState(),
            reported.getDiagnostics(),
            reported.getContainerExitStatus());
    status.setCapability(reported.getAllocatedResource());
    return status;
  }
}
