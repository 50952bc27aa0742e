package ebb.hadoop.node;

import ebb.domain.provenance.Peer;
import ebb.hadoop.heartbeat.Heartbeat;
import ebb.hadoop.report.FactSender;
import ebb.hadoop.report.PendingReports.Departure;
import ebb.hadoop.scheduler.NodeMetrics;
import ebb.hadoop.scheduler.NodeSizes;
import ebb.hadoop.scheduler.NodeUsabilityEvents;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.util.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader's soft view of one node. It holds what heartbeats report, and is Hadoop's RMNode for
 * the scheduler, the applications and the web pages. It shows the state that RMNode publishes, and
 * a drain as soon as the leader has planned it. It decides no state change, but withdraws a node
 * that is unhealthy or has left from scheduling before RMNode publishes that state.
 *
 * <p>There is one object per node and activation, until the register forgets the node. The view
 * itself moves between the active and the inactive map of the RMContext, and maintains the node's
 * share of ClusterMetrics. No other code may do either for a node that has an RMNodeView. All
 * changes go through one lock, except the heartbeat times. Events enter Hadoop's dispatcher under
 * that lock, so they keep their order. Reads never wait for it.
 */
public final class RMNodeView extends AbstractRMNode implements EventHandler<RMNodeEvent> {
  private static final Logger LOG = LoggerFactory.getLogger(RMNodeView.class);

  private final Object lock = new Object();
  private final Clock clock;
  private final NodeReportSender reporter;
  private final SchedulerSync scheduling;
  private final ServiceEntry service;
  private final HadoopEvents hadoopEvents;
  private final LastHeartbeat lastHeartbeat;
  private final NodeUsabilityEvents announcements;
  private volatile boolean closed;

  private RMNodeView(
      RMContext context,
      NodeSizes sizes,
      ReportStamp activation,
      NodeStateUpdate first,
      FactSender facts,
      Clock clock) {
    super(context, sizes, first);
    this.clock = clock;
    this.reporter = new NodeReportSender(this, lock, activation, facts, clock);
    this.scheduling = new SchedulerSync(this, reporter, clock);
    this.service = new ServiceEntry(this, reporter, scheduling, clock);
    this.hadoopEvents = new HadoopEvents(this, reporter, scheduling);
    this.lastHeartbeat = new LastHeartbeat(clock);
    this.announcements = new NodeUsabilityEvents(context, this);
  }

  /**
   * Creates the view of a node that is in the journal, and adds it to the active or inactive nodes
   * according to its state, or (NEW) to neither. Its NodeManager has not registered yet.
   *
   * @param sizes of all the scheduler's nodes
   * @param activation stamp for the leader's own facts before the NodeManager registers
   * @param facts the channel to this node's RMNode
   * @param clock monotonic, in milliseconds
   */
  public static RMNodeView of(
      RMContext context,
      NodeSizes sizes,
      ReportStamp activation,
      NodeStateUpdate first,
      FactSender facts,
      Clock clock) {
    RMNodeView node = new RMNodeView(context, sizes, activation, first, facts, clock);
    synchronized (node.lock) {
      node.adopt(first);
      node.announcements.assume(node.announcements.newsOf(false, false));
    }
    return node;
  }

  // ---- what RMNode publishes ----

  /** Shows this state, in which a planned drain has begun. An older revision is ignored. */
  public void show(NodeStateUpdate next) {
    synchronized (lock) {
      if (closed || next.revision() < publication.revision()) {
        return;
      }
      NodeStateUpdate before = publication;
      boolean isProgressAlone =
          next.revision() == before.revision() && next.node().equals(before.node());
      if (isProgressAlone) {
        publication = next;
        reporter.report();
        return;
      }
      try {
        follow(next);
      } catch (RuntimeException e) {
        // Restored, so the same update is processed in full when it is sent again.
        publication = before;
        throw e;
      }
    }
  }

  private void follow(NodeStateUpdate next) {
    boolean wasServing = scheduler.isAdded();
    NodeState before = HadoopTypes.toHadoop(publication.node().state());
    Resource sizeBefore = size;
    long drainBefore = reporter.drainEpoch();
    adopt(next);
    if (state.isInactiveState()) {
      service.leave();
    }
    scheduling.sync();
    if (wasServing && scheduler.isAdded()) {
      scheduling.follow(before, sizeBefore, drainBefore);
    }
    announce();
    reporter.report();
  }

  private void adopt(NodeStateUpdate next) {
    NodeState before = state;
    long drainBefore = reporter.drainEpoch();
    publication = next;
    next.node().drain().ifPresent(drain -> lastTimeout = Optional.of(drain.timeout()));
    // Keeps the same record for the same size, because each heartbeat compares it.
    next.node()
        .capacity()
        .filter(published -> !HadoopTypes.isSame(published, size))
        .ifPresent(published -> size = HadoopTypes.toHadoop(published));
    state = HadoopTypes.toHadoop(next.node().state());
    NodeMetrics.move(context, this, before, state);
    if (before != state) {
      // RMNode logs each change itself.
      LOG.debug("{} is {}, was {} (revision {})", nodeId, state, before, next.revision());
    }
    if (drainBefore != reporter.drainEpoch()) {
      reporter.drainChanged();
    }
  }

  private void announce() {
    announcements.announce(scheduler.isAdded(), registered);
  }

  // ---- what the NodeManager does ----

  /**
   * A NodeManager was admitted. The node enters the scheduler if its state and health allow it. A
   * node that is already in the scheduler stays there if it still runs applications. Otherwise it
   * is removed and added again, as in Hadoop's ReconnectNodeTransition.
   *
   * @return false if a later registration is known or the view is closed; nothing was done then
   */
  public boolean register(Registration next) {
    synchronized (lock) {
      if (closed || next.number() <= reporter.registrationNumber()) {
        return false;
      }
      // At the same revision, the leader knows more: an order to drain may be under way. A newer
      // revision may show the node in service until the leader publishes its drain, too. This does
      // no harm. Containers placed in between are noticed, because RMNode rejects every report that
      // does not carry the drain's revision, and the view tracks the drain's visibility from the
      // start again.
      if (next.publication().revision() > publication.revision()) {
        show(next.publication());
      }
      if (nodeManager.isEmpty()) {
        announcements.assume(null);
      } else {
        scheduler.recoverNothing();
      }
      boolean isReconnect = registered;
      if (!isReconnect) {
        lastTimeout = Optional.empty();
      }
      Resource sizeBefore = size;
      size = next.capability();
      sizeAtNodeManager = next.capability();
      adopt(publication);
      nodeManager = Optional.of(NodeManagerFacts.of(next));
      lastAnswer.reset();
      reporter.registered(next.peer());
      registered = state != NodeState.NEW && !state.isInactiveState();
      if (registered) {
        service.enter(next.request(), sizeBefore, isReconnect);
      } else {
        service.leave();
        scheduling.sync();
      }
      announce();
      reporter.report();
    }
    applications.aggregateLogs(next.request().getLogAggregationReportsForApps());
    return true;
  }

  /**
   * Whether a NodeManager has registered with this leader and has neither left nor been found out
   * of step. Any other heartbeat is answered with RESYNC, or with SHUTDOWN if the state requires
   * it.
   */
  public boolean isRegistered() {
    return registered && !reporter.isLeaving() && !closed;
  }

  /** The sender of the last registration or heartbeat; empty before the first one here. */
  public Optional<Peer> peer() {
    return reporter.peer();
  }

  /**
   * Completes the response with everything that is pending for the NodeManager (clean-up, signals,
   * updates, and its size if an administrator changed it). Keeps it as the last response, and then
   * processes the report. The response's id must be set.
   *
   * @return false if the request's id is not that of the last response, the NodeManager is not
   *     registered, or the view is closed; nothing was done then
   */
  public boolean heartbeat(Heartbeat heard, NodeHeartbeatResponse answer) {
    NodeStatus status = heard.status();
    synchronized (lock) {
      if (!isRegistered() || status.getResponseId() != lastAnswer.responseId()) {
        return false;
      }
      // First, because the report of a container that is still to be cleaned up is ignored.
      lastAnswer.complete(answer);
      reporter.heardFrom(heard.peer());
      digest(heard);
      heard();
    }
    applications.aggregateLogs(heard.request().getLogAggregationReportsForApps());
    applications.keepAlive(status.getKeepAliveApplications());
    return true;
  }

  /** Its NodeManager sent a heartbeat or unregistered, in service or not. */
  public void heard() {
    lastHeartbeat.heard();
  }

  /** The time since the NodeManager's last contact; empty before its first one here. */
  public Optional<Duration> sinceHeartbeat() {
    return lastHeartbeat.age();
  }

  /** The containers that a drain of the node waits for. */
  public Set<ContainerId> busyContainers() {
    synchronized (lock) {
      return containers.busy(scheduler.heldContainers());
    }
  }

  @Override
  public void setAndUpdateNodeHeartbeatResponse(NodeHeartbeatResponse answer) {
    synchronized (lock) {
      lastAnswer.complete(answer);
    }
  }

  @Override
  public void resetLastNodeHeartBeatResponse() {
    synchronized (lock) {
      lastAnswer.reset();
    }
  }

  /** Processes a report. Package-private for tests, which check it separately from the response. */
  void digest(Heartbeat heard) {
    NodeStatus status = heard.status();
    synchronized (lock) {
      health.read(status.getNodeHealthStatus(), clock.getTime());
      containers.observe(heard.containers());
      if (state == NodeState.DECOMMISSIONING) {
        reporter.heardDraining();
      }
      boolean served = scheduler.isAdded();
      scheduling.sync();
      utilisation.read(heard.wire(), getPhysicalResource(), size, scheduler.isAdded());
      // When a node becomes healthy again, its containers are news only with the next heartbeat.
      if (served && scheduler.isAdded()) {
        scheduling.digest(heard.containers());
        scheduling.digestIncreased(status.getIncreasedContainers());
        scheduling.update();
      }
      announce();
      reporter.report();
    }
  }

  @Override
  public void handle(RMNodeEvent event) {
    synchronized (lock) {
      if (!closed) {
        hadoopEvents.handle(event);
      }
    }
  }

  // ---- what is reported to RMNode ----

  /** The heartbeats are out of step. Reported to RMNode until it publishes an inactive state. */
  public void reportReboot(Optional<Peer> peer) {
    leave(Departure.REBOOT, peer);
  }

  /** The NodeManager unregistered. Reported to RMNode until it publishes an inactive state. */
  void reportUnregistration(Optional<Peer> peer) {
    heard();
    leave(Departure.UNREGISTRATION, peer);
  }

  /**
   * No heartbeat within the expiry interval, whether the node is registered or only in the journal.
   * Reported to RMNode until it publishes an inactive state.
   */
  void reportExpiry() {
    leave(Departure.EXPIRY, Optional.empty());
  }

  private void leave(Departure how, Optional<Peer> peer) {
    synchronized (lock) {
      if (!closed) {
        reporter.depart(how, peer);
        scheduling.sync();
      }
    }
  }

  /** As {@link NodeReportSender#registrationBegan}. */
  void registrationBegan(long number) {
    synchronized (lock) {
      reporter.registrationBegan(number);
    }
  }

  /**
   * Sends again what RMNode has not published yet, and what had to wait. Call this about once a
   * second. A heartbeat does all of this, too. A node in service with a very recent heartbeat is
   * therefore skipped, and that is most of ten thousand.
   */
  void tick() {
    if (state == NodeState.RUNNING && lastHeartbeat.isJustNow()) {
      return;
    }
    synchronized (lock) {
      if (closed) {
        return;
      }
      scheduling.sync();
      boolean late = scheduler.isKeepingNewsBack();
      if (late || (state == NodeState.DECOMMISSIONING && !reporter.isDrainVisible())) {
        scheduling.update();
      }
      announce();
      if (late) {
        reporter.report();
      } else {
        reporter.remind();
      }
    }
  }

  /** The register forgot the node. Removes it from all maps and counts, then closes the view. */
  void forget() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      service.leave();
      scheduling.sync();
      utilisation.leaveCluster();
      NodeMetrics.move(context, this, state, NodeState.NEW);
      closed = true;
    }
  }

  /** The activation is over. The view sends no more events or facts and changes no more counts. */
  void close() {
    synchronized (lock) {
      closed = true;
    }
  }
}
