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
 * Turns the list of containers in each heartbeat into what is new for the scheduler: launched,
 * completed, gone without a word, changed ports. Guarded by the node's lock, but for {@link
 * #allocated}.
 *
 * <p>Unlike Hadoop's RMNodeImpl a NEW container is taken for alive, not for completed, and an
 * opportunistic one that is reported is never taken for lost.
 */
public final class NodeContainers {
  private static final Logger LOG = LoggerFactory.getLogger(NodeContainers.class);

  private final NodeId nodeId;
  private final ContainerAllocationExpirer expirer;
  private final Set<ContainerId> launched = new HashSet<>();

  /** Until the application master has heard of the completion, and the NodeManager of that. */
  private Set<ContainerId> completed = Set.of();

  /** Of those that expose any: on most nodes none does, and there is no map of its own then. */
  private Map<ContainerId, String> ports = Map.of();

  private Set<ContainerId> alive = Set.of();
  private SteadyReport lastReport = SteadyReport.NONE;

  /** Whether {@link #lastReport} has been heard before. */
  private boolean isRepeated;

  /** Whether {@link #lastReport} has nothing more to tell: each container is launched. */
  private boolean isSettled;

  private volatile Resource allocated = Resource.newInstance(0, 0);

  public NodeContainers(NodeId nodeId, ContainerAllocationExpirer expirer) {
    this.nodeId = nodeId;
    this.expirer = expirer;
  }

  /** Forgets everything; what a NodeManager reports next starts from nothing. */
  public void clear() {
    launched.clear();
    completed = Set.of();
    ports = Map.of();
    alive = Set.of();
    remember(SteadyReport.NONE);
    allocated = Resource.newInstance(0, 0);
  }

  /** What runs, or waits to run, there; to be called with every report, also of a sick node. */
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
    isSettled = false;
  }

  /** The same ids, but of each the object that is kept elsewhere here already. */
  private Set<ContainerId> asKnown(Set<ContainerId> ids) {
    Map<ContainerId, ContainerId> known = new HashMap<>();
    alive.forEach(id -> known.put(id, id));
    return ids.stream()
        .map(id -> known.getOrDefault(id, id))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The scheduler recovers these by itself; they are not news. */
  public void recover(Collection<ReportedContainer> report) {
    for (ReportedContainer each : report) {
      if (each.state() == ContainerState.RUNNING) {
        launched.add(each.id());
      }
    }
  }

  /**
   * Compares a report with the ones before; {@link #observe} must have been called with all of it.
   *
   * @param report perhaps without some about which the scheduler needs to hear nothing more
   * @return empty if there is no news
   */
  public Optional<UpdatedContainerInfo> digest(Collection<ReportedContainer> report) {
    if (isRepeated && isSettled) {
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
    isSettled = launched.equals(alive) && ports.isEmpty();
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

  /** The set is made when the first container ends: on idle nodes none does. */
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

  /** Otherwise the scheduler would take the container back as never started. */
  private void stopExpiry(ContainerId id) {
    expirer.unregister(new AllocationExpirationInfo(id));
  }

  /** The NodeManager is being told that the application masters know of these completions. */
  public void acknowledged(Collection<ContainerId> ids) {
    if (!ids.isEmpty() && !completed.isEmpty()) {
      completed.removeAll(ids);
    }
  }

  /**
   * Which containers keep the node busy.
   *
   * @param held by the scheduler, perhaps not started yet, perhaps ended without its knowing yet
   */
  public Set<ContainerId> busy(Collection<ContainerId> held) {
    Set<ContainerId> busy = new HashSet<>(held);
    busy.removeAll(completed);
    busy.addAll(alive);
    return busy;
  }

  /** As the NodeManager has said, perhaps before the scheduler has heard it; a view. */
  public Set<ContainerId> ended() {
    return Collections.unmodifiableSet(completed);
  }

  /** Whether the last report named none that runs or waits to. */
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
   * Each container once, with what is said of it last: the scheduler recovers what it is given, and
   * would count one that is named twice for good.
   */
  public static List<NMContainerStatus> distinct(Collection<NMContainerStatus> reported) {
    Map<ContainerId, NMContainerStatus> byId = new LinkedHashMap<>();
    reported.forEach(each -> byId.put(each.getContainerId(), each));
    return List.copyOf(byId.values());
  }

  /** What a registration says of a container, as a heartbeat would say it. */
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
