package ebb.hadoop.node;

import ebb.domain.provenance.Peer;
import ebb.hadoop.heartbeat.Heartbeat;
import ebb.hadoop.report.NodeFacts;
import ebb.hadoop.report.NodeReports.Departure;
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
 * The leader's soft view of one node: what heartbeats say, and Hadoop's RMNode for the scheduler,
 * the applications and the web pages. It shows the state that RMNode publishes, and a drain from
 * the moment when the leader has planned it; it decides no change of state. It withdraws an
 * unhealthy node from scheduling before RMNode publishes that.
 *
 * <p>One object per node and activation, until the register forgets the node: it moves between the
 * active and the inactive map of the RMContext itself, and keeps the node's part of ClusterMetrics
 * (nobody else may do either for a node that has a RMNodeView). What changes it goes through one
 * lock, but for the times of heartbeats; under that lock its events enter Hadoop's dispatcher, so
 * that they leave in order. Reads never wait for it.
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
      NodeFacts facts,
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
   * Makes the view of a node that the journal knows, and puts it where its state belongs: among the
   * active nodes, the inactive ones, or (NEW) neither. Its NodeManager has not registered yet.
   *
   * @param sizes of all the scheduler's nodes
   * @param activation of what the leader knows by itself before the NodeManager registers
   * @param facts the way to this node's RMNode
   * @param clock monotonic, in milliseconds
   */
  public static RMNodeView of(
      RMContext context,
      NodeSizes sizes,
      ReportStamp activation,
      NodeStateUpdate first,
      NodeFacts facts,
      Clock clock) {
    RMNodeView node = new RMNodeView(context, sizes, activation, first, facts, clock);
    synchronized (node.lock) {
      node.adopt(first);
      node.announcements.assume(node.announcements.newsOf(false, false));
    }
    return node;
  }

  // ---- what RMNode publishes ----

  /**
   * Shows this state from now on, in which a planned drain has begun; an older revision than the
   * known one is ignored.
   */
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
        // What was not followed to the end is news when it comes again.
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
    scheduling.settle();
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
    // The same size stays the very same record: each heartbeat compares it.
    next.node()
        .capacity()
        .filter(published -> !HadoopTypes.isSame(published, size))
        .ifPresent(published -> size = HadoopTypes.toHadoop(published));
    state = HadoopTypes.toHadoop(next.node().state());
    NodeMetrics.move(context, this, before, state);
    if (before != state) {
      // RMNode has a line of its own for each change.
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
   * A NodeManager was admitted: the node enters the scheduler if its state and health allow it. One
   * that is in the scheduler already stays there if it still holds applications; else it leaves and
   * enters anew, as in Hadoop's ReconnectNodeTransition.
   *
   * @return false if a later registration is known, or the view is closed; nothing was done then
   */
  public boolean register(Registration next) {
    synchronized (lock) {
      if (closed || next.number() <= reporter.registrationNumber()) {
        return false;
      }
      // Of the same revision the leader knows more: an order to drain may be on its way. A newer
      // one may show the node in service until the leader says of it, too, that it drains. No harm:
      // what is placed there meanwhile is seen, because RMNode believes no report that does not
      // know the revision of the drain, and the view's own sight of the drain begins anew.
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
        scheduling.settle();
      }
      announce();
      reporter.report();
    }
    applications.aggregateLogs(next.request().getLogAggregationReportsForApps());
    return true;
  }

  /**
   * Whether a NodeManager has registered with this leader and has neither left nor been declared
   * out of step; a heartbeat of any other is answered RESYNC (or SHUTDOWN if the state says so).
   */
  public boolean isRegistered() {
    return registered && !reporter.isLeaving() && !closed;
  }

  /** Who spoke last for its NodeManager; empty before it registers with this leader. */
  public Optional<Peer> peer() {
    return reporter.peer();
  }

  /**
   * Completes the answer with all that waits for the NodeManager (clean-up, signals, updates, its
   * size if an administrator changed it), keeps the answer as the last one, and then digests the
   * report. The response id of the answer must be set.
   *
   * @return false if the request's response id is not that of the last answer, the NodeManager is
   *     not registered, or the view is closed; nothing was done then
   */
  public boolean heartbeat(Heartbeat heard, NodeHeartbeatResponse answer) {
    NodeStatus status = heard.status();
    synchronized (lock) {
      if (!isRegistered() || status.getResponseId() != lastAnswer.responseId()) {
        return false;
      }
      // Before the report is read: of a container that is yet to be cleaned up it says nothing new.
      lastAnswer.complete(answer);
      reporter.heardFrom(heard.peer());
      digest(heard);
      heard();
    }
    applications.aggregateLogs(heard.request().getLogAggregationReportsForApps());
    applications.keepAlive(status.getKeepAliveApplications());
    return true;
  }

  /** Its NodeManager gave a sign of life, in service or out of it. */
  public void heard() {
    lastHeartbeat.heard();
  }

  /** How long ago its NodeManager was heard; empty before its first heartbeat to this leader. */
  public Optional<Duration> sinceHeartbeat() {
    return lastHeartbeat.age();
  }

  /** What a drain of the node waits for. */
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

  /** Digests a report; package-private for tests, which look at it apart from the answer. */
  void digest(Heartbeat heard) {
    NodeStatus status = heard.status();
    synchronized (lock) {
      health.read(status.getNodeHealthStatus(), clock.getTime());
      containers.observe(heard.containers());
      if (state == NodeState.DECOMMISSIONING) {
        reporter.heardDraining();
      }
      boolean served = scheduler.isAdded();
      scheduling.settle();
      utilisation.read(heard.wire(), getPhysicalResource(), size, scheduler.isAdded());
      // What ran on a sick node is news with the heartbeat after the one that brings it back.
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

  // ---- what RMNode is told ----

  /** The heartbeats are out of step; told to RMNode until it publishes an inactive state. */
  public void reportReboot(Optional<Peer> peer) {
    leave(Departure.REBOOT, peer);
  }

  /** The NodeManager unregistered; told to RMNode until it publishes an inactive state. */
  void reportUnregistration(Optional<Peer> peer) {
    heard();
    leave(Departure.UNREGISTRATION, peer);
  }

  /**
   * No heartbeat for the expiry interval, be the node registered or only known from the journal;
   * told to RMNode until it publishes an inactive state.
   */
  void reportExpiry() {
    leave(Departure.EXPIRY, Optional.empty());
  }

  private void leave(Departure how, Optional<Peer> peer) {
    synchronized (lock) {
      if (!closed) {
        reporter.depart(how, peer);
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
   * Sends again what RMNode has not taken notice of, and what had to wait; to be called about once
   * a second. A heartbeat does all of this too, so that a node which serves and was heard just now
   * is left alone: that is most of ten thousand.
   */
  void tick() {
    if (state == NodeState.RUNNING && lastHeartbeat.isJustNow()) {
      return;
    }
    synchronized (lock) {
      if (closed) {
        return;
      }
      scheduling.settle();
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

  /** The register forgot the node: out of every map and count, then as {@link #close}. */
  void forget() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      service.leave();
      scheduling.settle();
      utilisation.leaveCluster();
      NodeMetrics.move(context, this, state, NodeState.NEW);
      closed = true;
    }
  }

  /** The activation is over: no event, no fact and no count from now on. */
  void close() {
    synchronized (lock) {
      closed = true;
    }
  }
}
