package ebb.differential.stock;

import ebb.differential.stock.Stubs.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeResourceUpdateEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * How Hadoop's schedulers treat nodes (AbstractYarnScheduler), without queues: the script decides
 * who waits for room.
 */
public final class SimulatedScheduler implements EventHandler<SchedulerEvent> {
  private final RecordingDispatcher dispatcher;
  private final SimulatedApplications applications;
  private final SortedMap<NodeId, Held> nodes = new TreeMap<>();
  private final Map<NodeId, List<String>> told = new HashMap<>();

  /** A container that the scheduler has on a node. */
  public record Placed(ContainerId id, Resource size, boolean master) {}

  private static final class Held {
    final RMNode node;
    Resource total;
    final SortedMap<ContainerId, Placed> containers = new TreeMap<>();

    Held(RMNode node) {
      this.node = node;
      total = Resources.clone(node.getTotalCapability());
    }

    Resource allocated() {
      Resource sum = Resource.newInstance(0, 0);
      containers.values().forEach(each -> Resources.addTo(sum, each.size()));
      return sum;
    }
  }

  public SimulatedScheduler(RecordingDispatcher dispatcher, SimulatedApplications applications) {
    this.dispatcher = dispatcher;
    this.applications = applications;
  }

  public ResourceScheduler asHadoops() {
    Answer node = arguments -> schedulerNode((NodeId) arguments[0]);
    return Stubs.of(ResourceScheduler.class, Map.of("getSchedulerNode", node));
  }

  private @Nullable SchedulerNode schedulerNode(NodeId id) {
    Held held = nodes.get(id);
    return held == null ? null : new View(held);
  }

  /** Summary of the scheduler's events for the node since the last call. */
  public List<String> takeTold(NodeId id) {
    List<String> taken = told.remove(id);
    return taken == null ? List.of() : taken;
  }

  /** Empty if the scheduler does not have the node. */
  Optional<String> describe(NodeId id) {
    return Optional.ofNullable(nodes.get(id))
        .map(held -> Text.of(held.total) + " " + Text.ids(held.containers.keySet()));
  }

  public List<Placed> placedOn(NodeId id) {
    Held held = nodes.get(id);
    return held == null ? List.of() : List.copyOf(held.containers.values());
  }

  // ---- what the script lets it do ----

  /** Like the CapacityScheduler, it places nothing on a node that is not RUNNING. */
  public void place(NodeId id, ContainerId container, boolean master) {
    Held held = nodes.get(id);
    Resource size = Resource.newInstance(1024, 1);
    if (held != null
        && held.node.getState() == NodeState.RUNNING
        && applications.isAlive(applicationOf(container))
        && Resources.fitsIn(Resources.add(held.allocated(), size), held.total)) {
      held.containers.put(container, new Placed(container, size, master));
    }
  }

  void kill(NodeId id) {
    Held held = nodes.get(id);
    if (held != null && !held.containers.isEmpty()) {
      kill(held, held.containers.firstKey());
    }
  }

  void killAllOf(ApplicationId application) {
    for (Held held : nodes.values()) {
      for (ContainerId id : List.copyOf(held.containers.keySet())) {
        if (applicationOf(id).equals(application)) {
          kill(held, id);
        }
      }
    }
  }

  private void kill(Held held, ContainerId id) {
    held.containers.remove(id);
    applications.finished(held.node.getNodeID(), id);
    cleanUp(held.node.getNodeID(), id);
  }

  private void cleanUp(NodeId node, ContainerId id) {
    dispatcher.getEventHandler().handle(new RMNodeCleanContainerEvent(node, id));
  }

  // ---- what it is told ----

  @Override
  public void handle(SchedulerEvent event) {
    if (event instanceof NodeAddedSchedulerEvent added) {
      add(added.getAddedRMNode(), added.getContainerReports());
    } else if (event instanceof NodeRemovedSchedulerEvent removed) {
      remove(removed.getRemovedRMNode().getNodeID());
    } else if (event instanceof NodeUpdateSchedulerEvent update) {
      update(update.getRMNode());
    } else if (event instanceof NodeResourceUpdateSchedulerEvent resize) {
      resize(resize.getRMNode().getNodeID(), resize.getResourceOption());
    }
  }

  private void note(NodeId id, String what) {
    told.computeIfAbsent(id, absent -> new ArrayList<>()).add(what);
  }

  private void add(RMNode node, @Nullable List<NMContainerStatus> reports) {
    NodeId id = node.getNodeID();
    Held held = new Held(node);
    nodes.put(id, held);
    List<NMContainerStatus> known = reports == null ? List.of() : reports;
    for (NMContainerStatus each : known) {
      if (each.getContainerState() == ContainerState.COMPLETE) {
        continue;
      }
      if (applications.isAlive(applicationOf(each.getContainerId()))) {
        held.containers.put(
            each.getContainerId(),
            new Placed(each.getContainerId(), each.getAllocatedResource(), false));
      } else {
        cleanUp(id, each.getContainerId());
      }
    }
    note(id, "ADDED " + Text.of(held.total) + " " + Text.ids(held.containers.keySet()));
  }

  /** Ignored for a node that it does not have. */
  private void remove(NodeId id) {
    Held held = nodes.get(id);
    if (held != null) {
      note(id, "REMOVED");
      List.copyOf(held.containers.keySet()).forEach(each -> kill(held, each));
      nodes.remove(id);
    }
  }

  private void update(RMNode node) {
    NodeId id = node.getNodeID();
    Held held = nodes.get(id);
    List<ContainerId> launched = new ArrayList<>();
    List<ContainerId> completed = new ArrayList<>();
    for (UpdatedContainerInfo each : node.pullContainerUpdates()) {
      each.getNewlyLaunchedContainers().forEach(status -> launched.add(status.getContainerId()));
      // For a container that it does not hold it only logs a line.
      each.getCompletedContainers().stream()
          .map(ContainerStatus::getContainerId)
          .filter(container -> held != null && held.containers.containsKey(container))
          .forEach(completed::add);
    }
    note(id, "UPDATE launched " + sorted(launched) + " completed " + sorted(completed));
    for (ContainerId each : launched) {
      if (held == null || !held.containers.containsKey(each)) {
        cleanUp(id, each);
      }
    }
    for (ContainerId each : completed) {
      if (held != null) {
        held.containers.remove(each);
      }
      applications.finished(id, each);
    }
    if (held != null
        && node.getState() == NodeState.DECOMMISSIONING
        && !held.total.equals(held.allocated())) {
      dispatcher
          .getEventHandler()
          .handle(
              new RMNodeResourceUpdateEvent(id, ResourceOption.newInstance(held.allocated(), 0)));
    }
  }

  private void resize(NodeId id, ResourceOption option) {
    Held held = nodes.get(id);
    if (held != null && !held.total.equals(option.getResource())) {
      held.total = option.getResource();
      note(id, "SIZE " + Text.of(held.total));
    }
  }

  private static String sorted(List<ContainerId> ids) {
    return Text.ids(ids.stream().sorted(Comparator.naturalOrder()).toList());
  }

  static ApplicationId applicationOf(ContainerId id) {
    return id.getApplicationAttemptId().getApplicationId();
  }

  /** What Hadoop reads about a node in the scheduler. */
  private static final class View extends SchedulerNode {
    private final Held held;

    View(Held held) {
      super(held.node, false);
      this.held = held;
    }

    @Override
    public synchronized List<RMContainer> getCopiedListOfRunningContainers() {
      return held.containers.values().stream()
          .map(
              each ->
                  Stubs.of(
                      RMContainer.class,
                      Map.of(
                          "getContainerId", arguments -> each.id(),
                          "getExecutionType", arguments -> ExecutionType.GUARANTEED,
                          "getAllocatedResource", arguments -> each.size(),
                          "isAMContainer", arguments -> each.master())))
          .toList();
    }

    @Override
    public synchronized Resource getAllocatedResource() {
      return held.allocated();
    }

    @Override
    public void reserveResource(
        SchedulerApplicationAttempt attempt, SchedulerRequestKey key, RMContainer container) {}

    @Override
    public void unreserveResource(SchedulerApplicationAttempt attempt) {}
  }
}
