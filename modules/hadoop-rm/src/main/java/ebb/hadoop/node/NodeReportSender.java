package ebb.hadoop.node;

import ebb.domain.Drain;
import ebb.domain.provenance.Peer;
import ebb.domain.work.Workload;
import ebb.hadoop.report.FactSender;
import ebb.hadoop.report.PendingReports;
import ebb.hadoop.report.PendingReports.Departure;
import ebb.hadoop.scheduler.AdminResourceOption;
import ebb.node.DrainProgress;
import ebb.node.ReportStamp;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends RMNode the facts about its node, and sends each again until RMNode has published its
 * effect: the workload that a drain waits for, the health, the NodeManager's departure, and a size
 * that an administrator set. Decides nothing. Guarded by the node's lock, except {@link #isLeaving}
 * and {@link #peer}.
 */
final class NodeReportSender {
  private static final Logger LOG = LoggerFactory.getLogger(NodeReportSender.class);

  private final AbstractRMNode node;
  private final Object lock;
  private final ReportStamp activation;
  private final FactSender facts;
  private final Clock clock;
  private final PendingReports reports;
  private final DrainVisibility drainSight;
  private final ResizeRequest resizeRequest = new ResizeRequest();
  private long newestBegun;
  private SortedSet<String> applicationsAtHeartbeat = Collections.emptySortedSet();
  private volatile Optional<Leaving> departure = Optional.empty();

  /** The sender of the NodeManager's last registration or heartbeat. */
  private volatile Optional<Peer> peer = Optional.empty();

  private record Leaving(Departure how, ReportStamp stamp) {}

  /**
   * @param lock the node's
   * @param activation stamp for the leader's own facts before the NodeManager registers
   * @param facts the channel to this node's RMNode
   * @param clock monotonic, in milliseconds
   */
  NodeReportSender(
      AbstractRMNode node, Object lock, ReportStamp activation, FactSender facts, Clock clock) {
    this.node = node;
    this.lock = lock;
    this.activation = activation;
    this.facts = facts;
    this.clock = clock;
    this.reports = new PendingReports(facts);
    this.drainSight = new DrainVisibility(node.scheduler);
  }

  // ---- stamps ----

  private ReportStamp stamp() {
    return new ReportStamp(activation.leader(), registrationNumber(), peer);
  }

  /**
   * The number of the last registration with this leader, or of the activation before the first
   * one.
   */
  long registrationNumber() {
    return node.nodeManager.map(NodeManagerFacts::number).orElse(activation.registration());
  }

  /**
   * The NodeManager requests registration, or may have done so up to this number. Even if it is not
   * admitted, its RMNode may have received this registration, and then rejects facts of earlier
   * ones.
   */
  void registrationBegan(long number) {
    newestBegun = Math.max(newestBegun, number);
  }

  // ---- what happens to the node ----

  /** A NodeManager was admitted. */
  void registered(Optional<Peer> by) {
    peer = by;
    departure = Optional.empty();
    reports.startRegistration();
  }

  /** A heartbeat arrived. Its report is processed next. */
  void heardFrom(Optional<Peer> by) {
    peer = by;
  }

  /** The sender of the NodeManager's last registration or heartbeat; empty before it registers. */
  Optional<Peer> peer() {
    return node.nodeManager.isPresent() ? peer : Optional.empty();
  }

  /** RMNode has published that the node is out of service, so no fact is pending any longer. */
  void leftService() {
    resizeRequest.giveUp();
    departure = Optional.empty();
    reports.departed();
  }

  /**
   * The NodeManager leaves by itself. RMNode receives this until it has published it.
   *
   * @param by the sender of the request; empty if the NodeManager fell silent
   */
  void depart(Departure how, Optional<Peer> by) {
    boolean inService = node.state != NodeState.NEW && !node.state.isInactiveState();
    // Only a registered NodeManager can be out of step. Expiry and unregistration apply to any
    // node.
    if (inService && (node.registered || how != Departure.REBOOT)) {
      if (how == Departure.EXPIRY && departure.isEmpty()) {
        LOG.info("No heartbeat from {} within the expiry interval", node.nodeId);
      }
      // Not the number when it is repeated: a NodeManager that registers meanwhile has come back.
      long newest = Math.max(registrationNumber(), newestBegun);
      var stamp = new ReportStamp(activation.leader(), newest, by);
      departure = Optional.of(new Leaving(how, stamp));
      report();
    }
  }

  boolean isLeaving() {
    return departure.isPresent();
  }

  /** An administrator's size goes to RMNode, which keeps it. */
  void want(AdminResourceOption size) {
    resizeRequest.want(size);
    report();
  }

  /** As {@link ResizeRequest#overcommitTimeout}. */
  int overcommitTimeout(Resource size) {
    return resizeRequest.overcommitTimeout(size);
  }

  // ---- drains ----

  /** A drain begins or ends, or the scheduler gets the node. */
  void drainChanged() {
    drainSight.begin();
  }

  /** A heartbeat arrived during a drain. Its containers have not been processed yet. */
  void heardDraining() {
    drainSight.hear();
    applicationsAtHeartbeat = node.applications.runningIds();
  }

  /** As {@link DrainVisibility#isVisible}. */
  boolean isDrainVisible() {
    return drainSight.isVisible();
  }

  /**
   * An application ended. If an idle node waited for this application only, its drain needs no
   * further heartbeat to complete. The NodeManager had no container at its last heartbeat. Any
   * container that it started later has ended with this application or was released, because the
   * scheduler holds nothing there.
   */
  void applicationEnded() {
    // The cheap checks first: tens of thousands of applications may end one after the other.
    if (node.state == NodeState.DECOMMISSIONING
        && drainSight.isHeard()
        && !node.applications.hasRunning()
        && node.containers.isIdle()
        && node.scheduler.heldContainers().isEmpty()) {
      applicationsAtHeartbeat = Collections.emptySortedSet();
      report();
    }
  }

  long drainEpoch() {
    return node.publication.node().drain().map(Drain::epoch).orElse(0L);
  }

  /**
   * The workload at the last heartbeat, before its containers are processed, as in YARN's
   * DecommissioningNodesWatcher.
   */
  private Workload workload() {
    Set<ContainerId> busy = node.containers.busy(node.scheduler.heldContainers());
    return new Workload(busy.size(), applicationsAtHeartbeat, node.scheduler.name(busy));
  }

  // ---- sending ----

  /** Sends what is new. */
  void report() {
    long now = clock.getTime();
    tell(now);
    tellWorkload(now);
  }

  /**
   * Sends again what is still pending. Sends the workload only when it is due, because changes by a
   * heartbeat or the scheduler are sent at once.
   */
  void remind() {
    long now = clock.getTime();
    tell(now);
    if (reports.isWorkloadDue(now)) {
      tellWorkload(now);
    }
  }

  private void tell(long now) {
    resizeRequest
        .due(now)
        .ifPresent(
            wish ->
                facts.resize(
                    HadoopTypes.fromHadoop(wish.size()),
                    wish.option().initiator(),
                    refusal -> answered(wish, refusal)));
    if (departure.isPresent()) {
      Leaving leaving = departure.get();
      reports.departure(leaving.stamp(), leaving.how(), now);
    } else if (node.registered) {
      reports.health(
          stamp(),
          node.health.isHealthy(now),
          node.publication.node().healthy(),
          node.health.text(),
          now);
    }
  }

  /** RMNode ignores workload reports of a drain that it has not published. */
  private void tellWorkload(long now) {
    Optional<DrainProgress> published = node.publication.progress();
    boolean drains =
        node.state == NodeState.DECOMMISSIONING
            && published.isPresent()
            && node.registered
            && departure.isEmpty();
    if (drains && drainSight.isVisible() && drainSight.isHeard()) {
      Workload left = workload();
      // A node that has drained leaves the scheduler, which would miss the updates still kept back.
      if (left.containers() > 0 || !node.scheduler.isKeepingNewsBack()) {
        reports.workload(
            stamp(),
            drainEpoch(),
            node.publication.revision(),
            left,
            published.flatMap(DrainProgress::workload),
            now);
      }
    }
  }

  /** Called on any thread. */
  private void answered(ResizeRequest.Wish wish, Optional<String> refusal) {
    refusal.ifPresent(
        reason -> LOG.warn("{} rejects the size {}: {}", node.nodeId, wish.size(), reason));
    synchronized (lock) {
      resizeRequest.answered(wish);
    }
  }
}
