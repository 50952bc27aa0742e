package ebb.hadoop.scheduler;

import ebb.domain.work.BusyContainer;
import ebb.domain.work.Workload;
import ebb.nodeslist.observed.RunningContainers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Sends one node's events to the scheduler: added, updates, removed, always in this order. Guarded
 * by the node's lock, except {@link #pull}, {@link #pullIncreased} and {@link #pulls}, which the
 * scheduler's own thread calls without waiting for the lock.
 */
public final class SchedulerNodeEvents {
  /**
   * A drain never kills. With Hadoop's zero, containers that seem to exceed the size would be
   * killed.
   */
  public static final int KILL_NOTHING = -1;

  private final RMContext context;
  private final RMNode node;
  private final NodeSizes sizes;
  private final NodeUpdateQueue news = new NodeUpdateQueue();

  /** Null until a container is enlarged there, which never happens on most nodes. */
  private volatile @Nullable ConcurrentMap<ContainerId, Container> increased;

  private boolean added;
  private boolean everAdded;
  private long sentUpdates;
  private long sentBeforeAdded;

  /** The number of updates sent before the last event with a size, including the add. */
  private long sentBeforeSize;

  /** Null until it is sure to be the scheduler's node of the last {@link #add}. */
  private @Nullable SchedulerNode known;

  /**
   * Whether the scheduler kills containers beyond the node's size, because it once got a time
   * limit.
   */
  private boolean limited;

  /** The size that the scheduler has, or will have once it has processed every event. */
  private Resource toldSize = Resources.none();

  public SchedulerNodeEvents(RMContext context, NodeSizes sizes, RMNode node) {
    this.context = context;
    this.sizes = sizes;
    this.node = node;
  }

  public boolean isAdded() {
    return added;
  }

  /**
   * Whether this scheduler has had the node before. Containers are recovered only the first time.
   */
  public boolean wasEverAdded() {
    return everAdded;
  }

  /** The NodeManager has registered here before, so the scheduler has its containers already. */
  public void recoverNothing() {
    everAdded = true;
  }

  public void add(@Nullable List<NMContainerStatus> containers) {
    added = true;
    everAdded = true;
    sentBeforeAdded = sentUpdates;
    sentBeforeSize = sentUpdates;
    known = null;
    limited = false;
    toldSize = node.getTotalCapability();
    emit(new NodeAddedSchedulerEvent(node, containers));
  }

  public void remove() {
    added = false;
    known = null;
    dropNews();
    emit(new NodeRemovedSchedulerEvent(node));
  }

  /** Drops news of containers from a NodeManager's past. An unhealthy node may have some, too. */
  public void dropNews() {
    news.clear();
    increased = null;
  }

  /**
   * Sends an update, unless one is under way. The next may follow once the scheduler has begun it.
   */
  public void update() {
    if (added && news.begin()) {
      sentUpdates++;
      emit(new NodeUpdateSchedulerEvent(node));
    }
  }

  /**
   * Sends a size. The scheduler walks over its queues and nodes for each change of a size, so a
   * size that it already has is not sent again without a time limit. The event contains a copy,
   * because the size that the scheduler requests for a draining node is its own live total of what
   * is allocated there.
   *
   * @param overcommitTimeout milliseconds after which containers beyond the size are killed; zero
   *     for at once, negative for never
   */
  public void resize(Resource size, int overcommitTimeout) {
    boolean isNews = overcommitTimeout >= 0 || !size.equals(toldSize);
    if (added && isNews) {
      Resource told = Resources.clone(size);
      emit(
          new NodeResourceUpdateSchedulerEvent(
              node, ResourceOption.newInstance(told, overcommitTimeout)));
      // After the event, so a size that could not be sent is sent when it is requested again.
      limited |= overcommitTimeout >= 0;
      toldSize = told;
      sentBeforeSize = sentUpdates;
    }
  }

  /**
   * As {@link #resize} without a time limit, but immediately if the scheduler supports that. Many
   * nodes may begin and end their drains together, and all their containers end.
   */
  public void resizeAtOnce(Resource size) {
    SchedulerNode held = heldForSure();
    // Not while an event may be under way that adds the node or changes its size.
    if (held == null || news.pulls() <= sentBeforeSize || !sizes.areOpen()) {
      resize(size, KILL_NOTHING);
    } else if (!size.equals(toldSize)) {
      Resource told = Resources.clone(size);
      sizes.change(held, told);
      toldSize = told;
    }
  }

  /** The scheduler's node; null unless it is sure to be that of the last {@link #add}. */
  private @Nullable SchedulerNode heldForSure() {
    return schedulerNode() == null ? null : known;
  }

  public void enqueue(UpdatedContainerInfo update) {
    news.add(update);
  }

  /** The scheduler receives this after everything that is sent before the next {@link #update}. */
  public void enqueueBehind(UpdatedContainerInfo update) {
    news.keepBack(update);
  }

  public void enqueueIncreased(Container container) {
    ConcurrentMap<ContainerId, Container> all = increased;
    if (all == null) {
      all = new ConcurrentHashMap<>();
      increased = all;
    }
    all.put(container.getId(), container);
  }

  /** Whether there is news that no sent update includes. */
  public boolean isKeepingNewsBack() {
    return news.isKeepingBack();
  }

  public int queueLength() {
    return news.size();
  }

  public List<UpdatedContainerInfo> pull() {
    return news.pull();
  }

  public List<Container> pullIncreased() {
    ConcurrentMap<ContainerId, Container> all = increased;
    if (all == null) {
      return List.of();
    }
    List<Container> pulled = new ArrayList<>();
    for (ContainerId id : all.keySet()) {
      Container container = all.remove(id);
      if (container != null) {
        pulled.add(container);
      }
    }
    return pulled;
  }

  /**
   * The number of updates that the scheduler has begun. Each begins after the previous one has
   * ended.
   */
  public long pulls() {
    return news.pulls();
  }

  /** The containers that the scheduler has placed on the node: allocated, acquired or running. */
  public List<ContainerId> heldContainers() {
    SchedulerNode held = schedulerNode();
    return held == null
        ? List.of()
        : held.getCopiedListOfRunningContainers().stream()
            .map(RMContainer::getContainerId)
            .toList();
  }

  /**
   * A sample of these containers, application masters first.
   *
   * @param busy containers on the node, perhaps unknown to the scheduler
   */
  public List<BusyContainer> name(Collection<ContainerId> busy) {
    SchedulerNode held = busy.isEmpty() ? null : schedulerNode();
    Set<ContainerId> masters =
        held == null
            ? Set.of()
            : held.getCopiedListOfRunningContainers().stream()
                .filter(RMContainer::isAMContainer)
                .map(RMContainer::getContainerId)
                .collect(Collectors.toSet());
    return busy.stream()
        .sorted(
            Comparator.comparing((ContainerId id) -> !masters.contains(id))
                .thenComparing(Comparator.naturalOrder()))
        .limit(Workload.NAMED)
        .map(id -> new BusyContainer(id.toString(), masters.contains(id)))
        .toList();
  }

  /**
   * The node begins to drain. Shrinks it so that the scheduler can place nothing more there.
   *
   * @param ended containers whose end the scheduler may not have processed yet
   */
  public void shrink(Set<ContainerId> ended) {
    SchedulerNode held = schedulerNode();
    if (held != null && (known == null || limited)) {
      resizeAtOnce(held.getAllocatedResource());
    } else {
      shrinkToBusy(ended);
    }
  }

  /**
   * Shrinks the node by its ended containers before the scheduler processes their end. While
   * FairScheduler and FifoScheduler process the end of a container, they place another one in its
   * space, even on a draining node, and only then request a smaller size. Must be called before
   * each update of a draining node.
   *
   * <p>Does nothing if an administrator gave the node a size with a time limit, because the
   * scheduler would kill containers there beyond a smaller size. Also does nothing before the
   * scheduler has begun an update of the node, because the node was added with its size.
   */
  public void shrinkToBusy(Set<ContainerId> ended) {
    SchedulerNode held = heldForSure();
    if (held != null && !limited) {
      resizeAtOnce(ended.isEmpty() ? held.getAllocatedResource() : busyOf(held, ended));
    }
  }

  /**
   * The scheduler requests that a draining node shrink to what it holds there. The scheduler may
   * have sent this request before it processed the latest size.
   */
  public void shrinkAsWished(Resource wanted, Set<ContainerId> ended) {
    if (limited || heldForSure() == null) {
      resize(wanted, KILL_NOTHING);
    } else {
      shrinkToBusy(ended);
    }
  }

  private static Resource busyOf(SchedulerNode held, Set<ContainerId> ended) {
    // In this order: a container released in between is subtracted twice, so its space stays
    // unused.
    List<RMContainer> containers = held.getCopiedListOfRunningContainers();
    Resource busy = Resources.clone(held.getAllocatedResource());
    for (RMContainer each : containers) {
      if (ended.contains(each.getContainerId())
          && each.getExecutionType() == ExecutionType.GUARANTEED) {
        Resources.subtractFrom(busy, each.getAllocatedResource());
      }
    }
    return Resources.componentwiseMax(busy, Resources.none());
  }

  /** The node's size in the scheduler; empty if the scheduler does not have the node. */
  public Optional<Resource> size() {
    return Optional.ofNullable(schedulerNode()).map(SchedulerNode::getTotalResource);
  }

  /** The node's containers in the scheduler; empty if the scheduler does not have the node. */
  public Optional<RunningContainers> running() {
    return Optional.ofNullable(schedulerNode())
        .map(SchedulerNode::getCopiedListOfRunningContainers)
        .map(
            held ->
                new RunningContainers(
                    held.size(), (int) held.stream().filter(RMContainer::isAMContainer).count()));
  }

  /**
   * Looked up once and kept, because all heartbeats and the scheduler's own thread queue up for the
   * fair lock of Hadoop's {@code ClusterNodeTracker}. It is kept only after the scheduler has begun
   * an update that was sent after the add, so it is never the node of an earlier add.
   */
  private @Nullable SchedulerNode schedulerNode() {
    if (!added || known != null) {
      return known;
    }
    boolean heardOfAdd = news.pulls() > sentBeforeAdded;
    SchedulerNode found = context.getScheduler().getSchedulerNode(node.getNodeID());
    if (heardOfAdd) {
      known = found;
    }
    return found;
  }

  void emit(Event<?> event) {
    context.getDispatcher().getEventHandler().handle(event);
  }
}
