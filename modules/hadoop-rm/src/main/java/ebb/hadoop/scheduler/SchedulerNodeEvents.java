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
 * What the scheduler is told of one node: added, updates, removed, in this order whatever happens.
 * Guarded by the node's lock, but for {@link #pull}, {@link #pullIncreased} and {@link #pulls},
 * which the scheduler's own thread calls and which do not wait for it.
 */
public final class SchedulerNodeEvents {
  /** A drain never kills: Hadoop's zero would end containers that it thinks exceed the size. */
  public static final int KILL_NOTHING = -1;

  private final RMContext context;
  private final RMNode node;
  private final NodeSizes sizes;
  private final NodeUpdateQueue news = new NodeUpdateQueue();

  /** Null until a container grows there, which on most nodes never happens. */
  private volatile @Nullable ConcurrentMap<ContainerId, Container> increased;

  private boolean added;
  private boolean everAdded;
  private long sentUpdates;
  private long sentBeforeAdded;

  /** How many when it was last told of a size by an event, the add among them. */
  private long sentBeforeSize;

  /** Once it is sure to be that of the last {@link #add}. */
  private @Nullable SchedulerNode known;

  /** Whether the scheduler ends containers beyond the node's size: it was told so once. */
  private boolean limited;

  /** Which the scheduler has, or will have once it has heard all that it was told. */
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
   * Whether this scheduler has had the node before; containers are recovered the first time only.
   */
  public boolean wasEverAdded() {
    return everAdded;
  }

  /** The NodeManager has been here before: the scheduler knows what it placed there. */
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

  /** Of containers that belong to a NodeManager's past; a sick node may have some too. */
  public void dropNews() {
    news.clear();
    increased = null;
  }

  /** One update is under way at a time; the next may follow once the scheduler has begun it. */
  public void update() {
    if (added && news.begin()) {
      sentUpdates++;
      emit(new NodeUpdateSchedulerEvent(node));
    }
  }

  /**
   * The scheduler walks over its queues and nodes for each change of a size, so what it has been
   * told already it is not told again. It gets a copy: the size that it wants for a draining node
   * is its own count of what is allocated there, which goes on changing.
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
      // Not before: what could not be told is told when the same is wanted again.
      limited |= overcommitTimeout >= 0;
      toldSize = told;
      sentBeforeSize = sentUpdates;
    }
  }

  /**
   * As {@link #resize}, without a time limit, and at once where the scheduler allows it: many nodes
   * begin and end their drains together, and all their containers end.
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

  /** Null unless it is sure to be that of the last {@link #add}. */
  private @Nullable SchedulerNode heldForSure() {
    return schedulerNode() == null ? null : known;
  }

  public void enqueue(UpdatedContainerInfo update) {
    news.add(update);
  }

  /** The scheduler hears this after all that it is told before the next {@link #update}. */
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

  /** Whether there is news that no update which was sent brings. */
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

  /** How many updates the scheduler has begun; each begins after the one before has ended. */
  public long pulls() {
    return news.pulls();
  }

  /** What the scheduler has placed on the node: allocated, acquired or running. */
  public List<ContainerId> heldContainers() {
    SchedulerNode held = schedulerNode();
    return held == null
        ? List.of()
        : held.getCopiedListOfRunningContainers().stream()
            .map(RMContainer::getContainerId)
            .toList();
  }

  /**
   * Some of these containers, application masters first.
   *
   * @param busy on the node, perhaps unknown to the scheduler
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
   * The node begins to drain: leaves the scheduler nothing to give away on it.
   *
   * @param ended containers of which the scheduler may not have heard that yet
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
   * Takes the room of containers that have ended from the scheduler before it hears of their ends:
   * while they hear of one, FairScheduler and FifoScheduler place another container in its room, be
   * the node draining or not, and ask for less room only afterwards. To be called before each
   * update of a draining node.
   *
   * <p>Says nothing of a node that an administrator gave a size with a time limit, because with
   * less than what is held there the scheduler would end containers; nor before the scheduler has
   * begun an update of the node, whose size went to it with the node.
   */
  public void shrinkToBusy(Set<ContainerId> ended) {
    SchedulerNode held = heldForSure();
    if (held != null && !limited) {
      resizeAtOnce(ended.isEmpty() ? held.getAllocatedResource() : busyOf(held, ended));
    }
  }

  /**
   * The scheduler wishes a draining node to be of the size of what it holds there. It may have
   * wished so before it could hear what it was told meanwhile.
   */
  public void shrinkAsWished(Resource wanted, Set<ContainerId> ended) {
    if (limited || heldForSure() == null) {
      resize(wanted, KILL_NOTHING);
    } else {
      shrinkToBusy(ended);
    }
  }

  private static Resource busyOf(SchedulerNode held, Set<ContainerId> ended) {
    // In this order: what is released in between is subtracted twice, and not given away.
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

  /** What the scheduler takes for the node's size; empty if the node is not with it. */
  public Optional<Resource> size() {
    return Optional.ofNullable(schedulerNode()).map(SchedulerNode::getTotalResource);
  }

  /** What it has there; empty if the node is not with it. */
  public Optional<RunningContainers> running() {
    return Optional.ofNullable(schedulerNode())
        .map(SchedulerNode::getCopiedListOfRunningContainers)
        .map(
            held ->
                new RunningContainers(
                    held.size(), (int) held.stream().filter(RMContainer::isAMContainer).count()));
  }

  /**
   * Asked once and kept: all heartbeats and the scheduler's own thread queue up for the one fair
   * lock of Hadoop's {@code ClusterNodeTracker}. An update that was sent behind the add has been
   * begun when it is kept, so it is not the node of the time before.
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
