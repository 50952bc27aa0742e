package ebb.hadoop.node;

import ebb.domain.Drain;
import ebb.domain.provenance.Peer;
import ebb.domain.work.Workload;
import ebb.hadoop.report.NodeFacts;
import ebb.hadoop.report.NodeReports;
import ebb.hadoop.report.NodeReports.Departure;
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
 * What RMNode is told of its node, and told again until it has taken notice: what a drain waits
 * for, health, that the NodeManager left, the size that an administrator gave it. Decides nothing.
 * Guarded by the node's lock, but for {@link #isLeaving} and {@link #peer}.
 */
final class NodeReportSender {
  private static final Logger LOG = LoggerFactory.getLogger(NodeReportSender.class);

  private final AbstractRMNode node;
  private final Object lock;
  private final ReportStamp activation;
  private final NodeFacts facts;
  private final Clock clock;
  private final NodeReports reports;
  private final DrainVisibility drainSight;
  private final ResizeRequest resizeRequest = new ResizeRequest();
  private long newestBegun;
  private SortedSet<String> applicationsAtHeartbeat = Collections.emptySortedSet();
  private volatile Optional<Leaving> departure = Optional.empty();

  /** The NodeManager as it was last heard. */
  private volatile Optional<Peer> peer = Optional.empty();

  private record Leaving(Departure how, Optional<Peer> by) {}

  /**
   * @param lock the node's
   * @param activation of what the leader knows by itself before the NodeManager registers
   * @param facts the way to this node's RMNode
   * @param clock monotonic, in milliseconds
   */
  NodeReportSender(
      AbstractRMNode node, Object lock, ReportStamp activation, NodeFacts facts, Clock clock) {
    this.node = node;
    this.lock = lock;
    this.activation = activation;
    this.facts = facts;
    this.clock = clock;
    this.reports = new NodeReports(facts);
    this.drainSight = new DrainVisibility(node.scheduler);
  }

  // ---- whose facts they are ----

  private ReportStamp stamp() {
    return new ReportStamp(activation.leader(), registrationNumber(), peer);
  }

  /** Of the last registration with this leader; of the activation before there was one. */
  long registrationNumber() {
    return node.nodeManager.map(NodeManagerFacts::number).orElse(activation.registration());
  }

  /**
   * The NodeManager asks to register, or may have asked by the time of this number. Whether it is
   * admitted or not, its RMNode may have heard of that registration, and then takes no fact of an
   * earlier one.
   */
  void registrationBegan(long number) {
    newestBegun = Math.max(newestBegun, number);
  }

  private ReportStamp departureStamp(Optional<Peer> by) {
    long newest = Math.max(registrationNumber(), newestBegun);
    return new ReportStamp(activation.leader(), newest, by);
  }

  // ---- what happens to the node ----

  /** A NodeManager was admitted. */
  void registered(Optional<Peer> by) {
    peer = by;
    departure = Optional.empty();
    reports.startRegistration();
  }

  /** A heartbeat came, whose report is digested next. */
  void heardFrom(Optional<Peer> by) {
    peer = by;
  }

  /** Who spoke last for the NodeManager; empty before it registers. */
  Optional<Peer> peer() {
    return node.nodeManager.isPresent() ? peer : Optional.empty();
  }

  /** RMNode has published that the node is out of service; there is nothing more to be told. */
  void leftService() {
    resizeRequest.giveUp();
    departure = Optional.empty();
    reports.departed();
  }

  /**
   * A NodeManager leaves by its own doing; RMNode hears of it until it has published so.
   *
   * @param by who said so; empty for silence
   */
  void depart(Departure how, Optional<Peer> by) {
    boolean inService = node.state != NodeState.NEW && !node.state.isInactiveState();
    // Out of step is only who has registered; silence and an unregistration mean something of
    // anybody.
    if (inService && (node.registered || how != Departure.REBOOT)) {
      departure = Optional.of(new Leaving(how, by));
      report();
    }
  }

  boolean isLeaving() {
    return departure.isPresent();
  }

  /** An administrator's size is RMNode's to keep. */
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

  /** A heartbeat came while the node drains; its containers are not looked at yet. */
  void heardDraining() {
    drainSight.hear();
    applicationsAtHeartbeat = node.applications.runningIds();
  }

  /** As {@link DrainVisibility#isVisible}. */
  boolean isDrainVisible() {
    return drainSight.isVisible();
  }

  /**
   * An application ended. An idle node that waited for this one alone needs no heartbeat more to be
   * done with it: the NodeManager had no container when it was last heard, and what it has started
   * since has ended with this application or was given back, as the scheduler holds nothing there.
   */
  void applicationEnded() {
    // The cheap ones first: tens of thousands may end one after the other.
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

  /** As of the last heartbeat, before its containers are looked at: as YARN's watcher does. */
  private Workload workload() {
    Set<ContainerId> busy = node.containers.busy(node.scheduler.heldContainers());
    return new Workload(busy.size(), applicationsAtHeartbeat, node.scheduler.name(busy));
  }

  // ---- telling ----

  /** Tells what is new. */
  void report() {
    long now = clock.getTime();
    tell(now);
    tellWorkload(now);
  }

  /**
   * Tells again what is still to be told. The workload only if it is due: what a heartbeat or the
   * scheduler changed has been told with the change.
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
      reports.departure(departureStamp(leaving.by()), leaving.how(), now);
    } else if (node.registered) {
      reports.health(
          stamp(),
          node.health.isHealthy(now),
          node.publication.node().healthy(),
          node.health.text(),
          now);
    }
  }

  /** RMNode takes no notice of what is said of a drain that it has not published. */
  private void tellWorkload(long now) {
    Optional<DrainProgress> published = node.publication.progress();
    boolean drains =
        node.state == NodeState.DECOMMISSIONING
            && published.isPresent()
            && node.registered
            && departure.isEmpty();
    if (drains && drainSight.isVisible() && drainSight.isHeard()) {
      Workload left = workload();
      // A node that is done leaves the scheduler, which would not hear the rest any more.
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

  /** On any thread. */
  private void answered(ResizeRequest.Wish wish, Optional<String> refusal) {
    refusal.ifPresent(
        reason -> LOG.warn("{} rejects the size {}: {}", node.nodeId, wish.size(), reason));
    synchronized (lock) {
      resizeRequest.answered(wish);
    }
  }
}
