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
import ebb.hadoop.report.NodeActors;
import ebb.hadoop.report.NodeFacts;
import ebb.hadoop.scheduler.NodeSizes;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import ebb.nodeslist.protocol.NodesListReply.HostsInForce;
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
 * <p>Brings each publication of a node to its RMNodeView, and watches that the nodes which ought to
 * send heartbeats do. Every active node that the journal knows is watched from the activation on,
 * so that one which died together with the former leader becomes LOST.
 *
 * <p>Publications and registrations are taken one at a time; heartbeats never wait for them.
 */
public final class RMNodeViews {
  private static final Logger LOG = LoggerFactory.getLogger(RMNodeViews.class);

  /** Of a round over all nodes. */
  private static final int STEPS = 10;

  private final RMContext context;
  private final NodeActors actors;
  private final Clock clock;
  private final NodeSizes sizes;
  private final HeartbeatMonitor heartbeatMonitor;

  private final AtomicLong registrations;

  /** Stands for this activation; lower than each registration with it. */
  private final ReportStamp activation;

  private final ConcurrentMap<NodeId, RMNodeView> nodes = new ConcurrentHashMap<>();
  private final Sweep<RMNodeView> sweep = new Sweep<>(STEPS);

  private final ListedOnlyHosts listedOnlyHosts;
  private volatile Optional<HostsInForce> inForce = Optional.empty();

  /** Complete from the moment when the lists and the register are known. */
  private final CompletableFuture<Void> listed = new CompletableFuture<>();

  private boolean closed;

  /**
   * @param leader as nodes know it
   * @param registrations counts all registrations of the term, also those with earlier activations
   * @param clock monotonic, in milliseconds
   * @param expiryIntervalMillis silence that makes a node LOST
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

  /** Empty for a node that nothing is known of, or that is known but never registered. */
  public Optional<RMNodeView> find(NodeId nodeId) {
    return Optional.ofNullable(nodes.get(nodeId));
  }

  /**
   * Whether the journal knows a node, which may have registered with former leaders only.
   *
   * @param patience after which it fails with a NotKnownException
   * @return complete as soon as this can be said, which is soon after the activation
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

  /** What the node last made known of itself. */
  public Optional<NodeLifecycle> publishedState(NodeId nodeId) {
    return find(nodeId).map(RMNodeView::published);
  }

  /**
   * A NodeManager asks to register.
   *
   * @return the number of the registration that begins now
   */
  public long nextRegistration(NodeId nodeId) {
    // In this order: a view that is made meanwhile looks at the number itself.
    long number = registrations.incrementAndGet();
    find(nodeId).ifPresent(node -> node.registrationBegan(number));
    heartbeatMonitor.heardOf(nodeId);
    return number;
  }

  public void heardOf(RMNodeView node) {
    node.lastHeard().ifPresent(heartbeatMonitor::heard);
  }

  /** Shows what a node is, or is going to be. */
  public synchronized void show(NodeStateUpdate publication) {
    if (!closed) {
      RMNodeView node = viewOf(publication);
      node.show(publication);
      follow(node);
    }
  }

  /** As {@link NodeSizes#settle}. */
  void settleSizes() {
    sizes.settle();
  }

  private RMNodeView viewOf(NodeStateUpdate publication) {
    return find(publication.node().nodeId()).orElseGet(() -> view(publication));
  }

  /** The node is shown as it is. */
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
    // Whoever asked to register before it could be found may be any of them.
    node.registrationBegan(registrations.get());
    return node;
  }

  /**
   * Takes an admitted NodeManager into service.
   *
   * @return false if a later registration of the same node came first, or the activation is over
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

  /** Whether a NodeManager that is not in service has to go home instead of to register. */
  public boolean mustShutDown(NodeId nodeId) {
    return publishedState(nodeId).filter(node -> node.mustShutDown(isExcluded(nodeId))).isPresent();
  }

  /** A node whose address nobody knows has to register to learn that. */
  private boolean isExcluded(NodeId nodeId) {
    Optional<NodeAddress> asRegistered = find(nodeId).flatMap(RMNodeView::address);
    return inForce
        .filter(
            hosts ->
                asRegistered
                    .or(() -> Optional.ofNullable(hosts.register().get(nodeId)))
                    .map(hosts.settings().lists()::verdictOn)
                    .filter(HostAdmission::isExcluded)
                    .isPresent())
        .isPresent();
  }

  /** Takes over the lists in force, and shows the hosts that only they know. */
  synchronized void showHosts(HostsInForce hosts) {
    if (!closed) {
      inForce = Optional.of(hosts);
      listed.complete(null);
      listedOnlyHosts.show(hosts);
      nodes.keySet().forEach(id -> listedOnlyHosts.remove(id.host()));
    }
  }

  /**
   * The register forgot these nodes. One that has come back meanwhile stays: its NodeManager was
   * admitted after that.
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

  /** A part of a second, or of less where the expiry interval is a matter of seconds. */
  Duration stepInterval() {
    long wholeRound = Math.max(100, Math.min(1_000, heartbeatMonitor.intervalMillis() / 6));
    return Duration.ofMillis(wholeRound).dividedBy(STEPS);
  }

  /**
   * To be called at each step interval. Some of the nodes each time: heartbeats wait while all ten
   * thousand are looked at.
   */
  void step() {
    heartbeatMonitor.look();
    keepGoing("the sizes of nodes", sizes::settle);
    if (!sweep.isUnderWay()) {
      sweep.begin(nodes.values());
    }
    sweep.step(node -> keepGoing(node, node::tick));
    if (!sweep.isUnderWay()) {
      heartbeatMonitor.overdue().forEach(id -> keepGoing(id, () -> expire(id)));
      tidy();
    }
  }

  /** All steps of a round; for tests. */
  public void tick() {
    for (int i = 0; i < STEPS; i++) {
      step();
    }
  }

  /** A node that fails keeps none of the others waiting. */
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

  /** Not while a registration is being taken, which is a sign of life. */
  private synchronized void expire(NodeId id) {
    if (heartbeatMonitor.isOverdue(id)) {
      LOG.info("No heartbeat from {} within the expiry interval", id);
      find(id).ifPresent(RMNodeView::reportExpiry);
    }
  }

  /**
   * Waits until the nodes' publications show what a refresh did.
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

  /** The activation is over: no event, fact, answer or count from now on. */
  public synchronized void close() {
    closed = true;
    nodes.values().forEach(RMNodeView::close);
    listedOnlyHosts.close();
    listed.completeExceptionally(new NotKnownException("this ResourceManager stops"));
    notifyAll();
  }

  private NodeFacts factsOf(NodeId id) {
    return new NodeFacts() {
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
