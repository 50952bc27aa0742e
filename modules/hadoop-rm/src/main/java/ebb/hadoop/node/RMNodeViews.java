package ebb.hadoop.node;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.Sweep;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeAddress;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Peer;
import ebb.hadoop.node.RegistrationAdmission.NotKnownException;
import ebb.hadoop.report.FactSender;
import ebb.hadoop.report.NodeActors;
import ebb.hadoop.scheduler.NodeSizes;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import ebb.nodeslist.protocol.NodeTableCommand.HostsInForce;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.util.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All {@link RMNodeView}s of one activation of Hadoop's ResourceManager; soft state.
 *
 * <p>Passes each publication of a node to its RMNodeView, and monitors the heartbeats of all nodes
 * that should send them. Every active node in the journal is monitored from the start of the
 * activation. A node that died together with the former leader therefore becomes LOST.
 *
 * <p>Publications and registrations are processed one by one. Heartbeats never wait for them.
 */
public final class RMNodeViews {
  private static final Logger LOG = LoggerFactory.getLogger(RMNodeViews.class);

  /** Steps of a round over all nodes. */
  private static final int STEPS = 10;

  private final RMContext context;
  private final NodeActors actors;
  private final Clock clock;
  private final NodeSizes sizes;
  private final HeartbeatMonitor heartbeatMonitor;

  private final AtomicLong registrations;

  /** The stamp of this activation. Its number is lower than those of all registrations with it. */
  private final ReportStamp activation;

  private final ConcurrentMap<NodeId, RMNodeView> nodes = new ConcurrentHashMap<>();
  private final Sweep<RMNodeView> sweep = new Sweep<>(STEPS);

  private final ListedOnlyHosts listedOnlyHosts;
  private volatile Optional<HostsInForce> inForce = Optional.empty();

  /** Completes when the lists and the register are known. */
  private final CompletableFuture<Void> listed = new CompletableFuture<>();

  private boolean closed;

  /**
   * @param leader as nodes know it
   * @param registrations counts all registrations of the term, including earlier activations
   * @param clock monotonic, in milliseconds
   * @param expiryIntervalMillis time without a heartbeat after which a node becomes LOST
   */
  public RMNodeViews(
      RMContext context,
      Leader leader,
      AtomicLong registrations,
      NodeActors actors,
      Clock clock,
      long expiryIntervalMillis) {
    this.context = context;
    this.registrations = registrations;
    activation = new ReportStamp(leader, registrations.incrementAndGet(), Optional.empty());
    this.actors = actors;
    this.clock = clock;
    sizes = new NodeSizes(context);
    heartbeatMonitor = new HeartbeatMonitor(clock, expiryIntervalMillis);
    listedOnlyHosts = new ListedOnlyHosts(context, activation, clock);
  }

  public Leader leader() {
    return activation.leader();
  }

  /** Empty for an unknown node, and for a known node that never registered. */
  public Optional<RMNodeView> find(NodeId nodeId) {
    return Optional.ofNullable(nodes.get(nodeId));
  }

  /**
   * Whether the journal has the node, which may have registered with former leaders only.
   *
   * @param patience after which the stage fails with a NotKnownException
   * @return completes as soon as the answer is known, which is soon after the activation
   */
  public CompletionStage<Boolean> isKnown(NodeId nodeId, Duration patience) {
    return find(nodeId).isPresent()
        ? CompletableFuture.completedStage(true)
        : listed
            .copy()
            .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
            .thenApply(listedOrLate -> find(nodeId).isPresent() || isInRegister(nodeId));
  }

  private boolean isInRegister(NodeId nodeId) {
    return inForce
        .orElseThrow(() -> new NotKnownException("the lists are not known yet"))
        .register()
        .containsKey(nodeId);
  }

  /** The state that the node last published. */
  public Optional<NodeLifecycle> publishedState(NodeId nodeId) {
    return find(nodeId).map(RMNodeView::published);
  }

  /**
   * A NodeManager requests registration.
   *
   * @return the number of the registration that begins now
   */
  public long nextRegistration(NodeId nodeId) {
    // In this order: a view that is created in between reads the number itself.
    long number = registrations.incrementAndGet();
    find(nodeId).ifPresent(node -> node.registrationBegan(number));
    heartbeatMonitor.heardOf(nodeId);
    return number;
  }

  public void heardOf(RMNodeView node) {
    node.lastHeard().ifPresent(heartbeatMonitor::heard);
  }

  /** Shows the current state of a node, or the state that it is about to have. */
  public synchronized void show(NodeStateUpdate publication) {
    if (!closed) {
      RMNodeView node = viewOf(publication);
      node.show(publication);
      follow(node);
    }
  }

  /** As {@link NodeSizes#updateTotals}. */
  void updateTotals() {
    sizes.updateTotals();
  }

  private RMNodeView viewOf(NodeStateUpdate publication) {
    return find(publication.node().nodeId()).orElseGet(() -> view(publication));
  }

  /** Updates monitoring and placeholders after the view has changed. */
  private void follow(RMNodeView node) {
    NodeId id = node.published().nodeId();
    if (node.published().state().isInService()) {
      node.watchedBy(heartbeatMonitor.watch(id));
    } else {
      heartbeatMonitor.leave(id);
    }
    listedOnlyHosts.remove(id.host());
    notifyAll();
  }

  private RMNodeView view(NodeStateUpdate first) {
    NodeId id = first.node().nodeId();
    RMNodeView node = RMNodeView.of(context, sizes, activation, first, factsOf(id), clock);
    nodes.put(id, node);
    // A request before the node could be found may have any number up to this one.
    node.registrationBegan(registrations.get());
    return node;
  }

  /**
   * Takes an admitted NodeManager into service.
   *
   * @return false if a later registration of the same node came first or the activation is over
   */
  public synchronized boolean register(Registration registration) {
    if (closed) {
      return false;
    }
    NodeStateUpdate publication = registration.publication();
    heartbeatMonitor.heardOf(publication.node().nodeId());
    RMNodeView node = viewOf(publication);
    boolean isNewest = node.register(registration);
    follow(node);
    return isNewest;
  }

  /** The NodeManager unregistered. */
  public void unregister(NodeId nodeId, Optional<Peer> peer) {
    find(nodeId).ifPresent(node -> node.reportUnregistration(peer));
  }

  /** Whether a NodeManager that is not in service must shut down instead of registering. */
  public boolean mustShutDown(NodeId nodeId) {
    return publishedState(nodeId)
        .filter(node -> node.mustShutDown(isDisallowed(nodeId)))
        .isPresent();
  }

  /**
   * A node with an unknown address counts as not excluded. It has to register to reveal its
   * address.
   */
  private boolean isDisallowed(NodeId nodeId) {
    Optional<NodeAddress> asRegistered = find(nodeId).flatMap(RMNodeView::address);
    return inForce
        .filter(
            hosts ->
                asRegistered
                    .or(() -> Optional.ofNullable(hosts.register().get(nodeId)))
                    .map(hosts.settings().lists()::verdictOn)
                    .filter(HostAdmission::isDisallowed)
                    .isPresent())
        .isPresent();
  }

  /** Applies the lists in force, and shows the hosts that only they name. */
  synchronized void showHosts(HostsInForce hosts) {
    if (!closed) {
      inForce = Optional.of(hosts);
      listed.complete(null);
      listedOnlyHosts.show(hosts);
      nodes.keySet().forEach(id -> listedOnlyHosts.remove(id.host()));
    }
  }

  /**
   * The register forgot these nodes. A node that is back in service stays, because its NodeManager
   * was admitted later.
   */
  synchronized void forget(Set<NodeId> ids) {
    for (NodeId id : ids) {
      RMNodeView node = nodes.get(id);
      if (!closed && node != null && !node.published().state().isInService()) {
        node.forget();
        nodes.remove(id);
        heartbeatMonitor.leave(id);
      }
    }
  }

  /** A tenth of a second, or less if the expiry interval is only a few seconds. */
  Duration stepInterval() {
    long wholeRound = Math.max(100, Math.min(1_000, heartbeatMonitor.intervalMillis() / 6));
    return Duration.ofMillis(wholeRound).dividedBy(STEPS);
  }

  /**
   * Must be called at each step interval. Each step processes some of the nodes, because heartbeats
   * would have to wait while all ten thousand are processed.
   */
  void step() {
    heartbeatMonitor.check();
    keepGoing("the sizes of nodes", sizes::updateTotals);
    if (!sweep.isUnderWay()) {
      sweep.begin(nodes.values());
    }
    sweep.step(node -> keepGoing(node, node::tick));
    if (!sweep.isUnderWay()) {
      heartbeatMonitor.overdue().forEach(id -> keepGoing(id, () -> expire(id)));
      tidy();
    }
  }

  /** Runs all steps of a round; for tests. */
  public void tick() {
    for (int i = 0; i < STEPS; i++) {
      step();
    }
  }

  /** A node that fails does not hold up the others. */
  private static void keepGoing(Object node, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("Tick of {} failed", node, e);
    }
  }

  private synchronized void tidy() {
    if (!closed) {
      listedOnlyHosts.tick();
    }
  }

  /** Does not run while a registration is being processed, which counts as a heartbeat. */
  private synchronized void expire(NodeId id) {
    if (heartbeatMonitor.isOverdue(id)) {
      find(id).ifPresent(RMNodeView::reportExpiry);
    }
  }

  /**
   * Waits until the nodes' publications show the effect of a refresh.
   *
   * @return whether they do; false after the timeout
   */
  public synchronized boolean awaitVersion(Set<NodeId> ids, long listVersion, Duration timeout)
      throws InterruptedException {
    long deadline = clock.getTime() + timeout.toMillis();
    for (NodeId id : ids) {
      while (!closed && !hasSeen(id, listVersion)) {
        long left = deadline - clock.getTime();
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
    }
    return !closed;
  }

  private boolean hasSeen(NodeId id, long listVersion) {
    return publishedState(id).filter(node -> node.listVersion() >= listVersion).isPresent();
  }

  /** The activation is over: no more events, facts, answers or counts. */
  public synchronized void close() {
    closed = true;
    nodes.values().forEach(RMNodeView::close);
    listedOnlyHosts.close();
    listed.completeExceptionally(new NotKnownException("this ResourceManager stops"));
    notifyAll();
  }

  private FactSender factsOf(NodeId id) {
    return new FactSender() {
      @Override
      public void tell(NodeCommand.Fact fact) {
        actors.tell(id, fact);
      }

      @Override
      public void resize(
          Resource wanted, Initiator initiator, Consumer<Optional<String>> onAnswer) {
        actors.resize(id, leader(), wanted, initiator, onAnswer);
      }
    };
  }
}
