package ebb.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
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
 * which the scheduler's own thread calls and which never wait.
 */
final class SchedulerSide {
  /** A drain never kills: Hadoop's zero would end containers that it thinks exceed the size. */
  static final int KILL_NOTHING = -1;

  private final RMContext context;
  private final RMNode node;
  private final Queue<UpdatedContainerInfo> updates = new ConcurrentLinkedQueue<>();

  /** Null until a container grows there, which on most nodes never happens. */
  private volatile @Nullable ConcurrentMap<ContainerId, Container> increased;

  private final AtomicBoolean updateInFlight = new AtomicBoolean();
  private final AtomicLong pulls = new AtomicLong();
  private boolean added;
  private boolean everAdded;
  private long sentUpdates;
  private long sentBeforeAdded;

  /** Once it is sure to be that of the last {@link #add}. */
  private @Nullable SchedulerNode known;

  /** Which the scheduler has, or will have once it has heard all that it was told. */
  private Resource toldSize = Resources.none();

  SchedulerSide(RMContext context, RMNode node) {
    this.context = context;
    this.node = node;
  }

  boolean isAdded() {
    return added;
  }

  /**
   * Whether this scheduler has had the node before; containers are recovered the first time only.
   */
  boolean wasEverAdded() {
    return everAdded;
  }

  /** The NodeManager has been here before: the scheduler knows what it placed there. */
  void recoverNothing() {
    everAdded = true;
  }

  void add(@Nullable List<NMContainerStatus> containers) {
    added = true;
    everAdded = true;
    sentBeforeAdded = sentUpdates;
    known = null;
    toldSize = node.getTotalCapability();
    emit(new NodeAddedSchedulerEvent(node, containers));
  }

  void remove() {
    added = false;
    known = null;
    dropNews();
    emit(new NodeRemovedSchedulerEvent(node));
  }

  /** Of containers that belong to a NodeManager's past; a sick node may have some too. */
  void dropNews() {
    updates.clear();
    increased = null;
  }

  /** One update is under way at a time; the next may follow once the scheduler has begun it. */
  void update() {
    if (added && updateInFlight.compareAndSet(false, true)) {
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
  void resize(Resource size, int overcommitTimeout) {
    boolean isNews = overcommitTimeout >= 0 || !size.equals(toldSize);
    if (added && isNews) {
      toldSize = Resources.clone(size);
      emit(
          new NodeResourceUpdateSchedulerEvent(
              node, ResourceOption.newInstance(toldSize, overcommitTimeout)));
    }
  }

  void enqueue(UpdatedContainerInfo update) {
    updates.add(update);
  }

  void enqueueIncreased(Container container) {
    ConcurrentMap<ContainerId, Container> all = increased;
    if (all == null) {
      all = new ConcurrentHashMap<>();
      increased = all;
    }
    all.put(container.getId(), container);
  }

  int queueLength() {
    return updates.size();
  }

  List<UpdatedContainerInfo> pull() {
    pulls.incrementAndGet();
    // Before the queue is read: what is queued in between gets an update of its own.
    updateInFlight.set(false);
    List<UpdatedContainerInfo> pulled = new ArrayList<>();
    for (UpdatedContainerInfo each = updates.poll(); each != null; each = updates.poll()) {
      pulled.add(each);
    }
    return pulled;
  }

  List<Container> pullIncreased() {
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
  long pulls() {
    return pulls.get();
  }

  /** What the scheduler has placed on the node: allocated, acquired or running. */
  List<ContainerId> heldContainers() {
    SchedulerNode held = schedulerNode();
    return held == null
        ? List.of()
        : held.getCopiedListOfRunningContainers().stream()
            .map(RMContainer::getContainerId)
            .toList();
  }

  /** Leaves the scheduler nothing to give away on this node. */
  void shrinkToAllocated() {
    SchedulerNode held = schedulerNode();
    if (held != null) {
      resize(held.getAllocatedResource(), KILL_NOTHING);
    }
  }

  /** What the scheduler takes for the node's size; empty if the node is not with it. */
  Optional<Resource> size() {
    return Optional.ofNullable(schedulerNode()).map(SchedulerNode::getTotalResource);
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
    boolean heardOfAdd = pulls.get() > sentBeforeAdded;
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
