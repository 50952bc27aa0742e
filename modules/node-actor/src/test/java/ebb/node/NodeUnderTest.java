package ebb.node;

import static ebb.node.Samples.T0;

import akka.actor.ActorSelection;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import com.typesafe.config.ConfigFactory;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.NodeState;
import ebb.domain.provenance.Peer;
import ebb.domain.work.Workload;
import ebb.node.NodeCommand.Get;
import ebb.node.NodeCommand.Reconcile;
import ebb.node.NodeCommand.Register;
import ebb.node.NodeCommand.ReportWorkload;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.threeten.extra.MutableClock;

/** A node on a journal in memory, whose time passes when a test says so. */
final class NodeUnderTest {
  static final Duration POLL = Duration.ofSeconds(20);
  static final Duration MOMENT = Duration.ofMillis(100);
  private static final AtomicInteger PORTS = new AtomicInteger(8041);

  final NodeId id = new NodeId("nm1.example", PORTS.getAndIncrement());
  final MutableClock clock = MutableClock.of(T0, ZoneOffset.UTC);
  final TestProbe<NodeStateUpdate> leader;
  final TestProbe<NodeReply> replies;
  final PersistenceTestKit journal;
  private final ActorTestKit testKit;
  private final ManualTime time;
  private ActorRef<NodeCommand> node;

  /** Of the leader that reconciled last. */
  private long term = 1;

  /**
   * For the system of a test class. The journal's own time limits are measured in the time that a
   * test lets pass, but its work takes real time; hence they are out of reach.
   */
  static ActorTestKit startSystem() {
    return ActorTestKit.create(
        ConfigFactory.parseString(
                """
                akka.actor.testkit.typed.single-expect-default = 10s
                akka.persistence.journal-plugin-fallback {
                  circuit-breaker.call-timeout = 1000d
                  recovery-event-timeout = 1000d
                }
                """)
            .withFallback(ManualTime.config())
            .withFallback(PersistenceTestKitPlugin.getInstance().config())
            .withFallback(ConfigFactory.load()));
  }

  /** A node that has published its present state to the leader of term 1. */
  static NodeUnderTest reconciled(ActorTestKit testKit) {
    var node = new NodeUnderTest(testKit);
    node.reconcile(1);
    node.leader.receiveMessage();
    return node;
  }

  /** A node with a registered NodeManager: term 1, registration 1. */
  static NodeUnderTest running(ActorTestKit testKit) {
    var node = reconciled(testKit);
    node.register(1, 1);
    node.awaitPublication(published -> published.node().state() == NodeState.RUNNING);
    return node;
  }

  /** Such a node drains, in epoch 1 and for one minute; its first report named one container. */
  static NodeUnderTest waitingForAContainer(ActorTestKit testKit) {
    var node = running(testKit);
    node.drain(Samples.graceful(Samples.ONE_MINUTE), 1);
    node.report(node.stamp(1, 1), 1, 1, Samples.ONE_CONTAINER);
    node.awaitWorkload(Samples.ONE_CONTAINER);
    return node;
  }

  NodeUnderTest(ActorTestKit testKit) {
    this.testKit = testKit;
    this.time = ManualTime.get(testKit.system());
    this.leader = testKit.createTestProbe();
    this.replies = testKit.createTestProbe();
    this.journal = PersistenceTestKit.create(testKit.system());
    this.node = spawn();
  }

  private ActorRef<NodeCommand> spawn() {
    return testKit.spawn(RMNode.create(id, new NodeSettings("rm1", POLL), clock));
  }

  void stop() {
    testKit.stop(node);
  }

  /** As after a crash: nothing is left but the journal. */
  void startAgain() {
    stop();
    node = spawn();
  }

  ActorRef<NodeCommand> ref() {
    return node;
  }

  void tell(NodeCommand command) {
    node.tell(command);
  }

  void advance(Duration duration) {
    clock.add(duration);
    time.timePasses(duration);
  }

  /** By a leader that knows nothing of the node. */
  void reconcile(long leaderTerm) {
    term = leaderTerm;
    tell(new Reconcile(inTerm(leaderTerm), Optional.empty(), Optional.empty()));
  }

  NodeReply register(long term, long registration) {
    tell(
        new Register(
            stamp(term, registration), Samples.SIZE, true, true, 0, Instant.MAX, replies.ref()));
    return replies.receiveMessage();
  }

  NodeOrder order(NodeAction action, long listVersion) {
    return Samples.order(id, action, listVersion, clock.instant());
  }

  /** Returns once it has applied it, which it says in its publication. */
  void applyOrder(NodeAction action, long listVersion) {
    applyOrder(order(action, listVersion));
  }

  void applyOrder(NodeOrder order) {
    tell(new Reconcile(inTerm(term), Optional.of(order), Optional.empty()));
    get();
  }

  /** Starts a drain and returns once its watcher is at work. */
  void drain(NodeAction action, long listVersion) {
    applyOrder(action, listVersion);
    long epoch =
        awaitPublication(published -> published.node().drain().isPresent())
            .node()
            .drain()
            .orElseThrow()
            .epoch();
    watcher(epoch).resolveOne(Duration.ofDays(1)).toCompletableFuture().join();
  }

  /** Of the drain of this epoch, while it runs. */
  ActorSelection watcher(long epoch) {
    return Adapter.toClassic(testKit.system())
        .actorSelection(node.path().child("watcher-" + epoch).toString());
  }

  /** By a sender that has seen everything that the node published. */
  void report(ReportStamp stamp, long epoch, long sequence, Workload workload) {
    tell(new ReportWorkload(stamp, epoch, Long.MAX_VALUE, sequence, workload));
  }

  ReportStamp stamp(long term, long registration) {
    return new ReportStamp(inTerm(term), registration, Optional.empty());
  }

  ReportStamp stamp(long term, long registration, Peer sender) {
    return new ReportStamp(inTerm(term), registration, Optional.of(sender));
  }

  private Leader inTerm(long leaderTerm) {
    return new Leader(leaderTerm, leader.ref());
  }

  NodeStateUpdate get() {
    tell(new Get(replies.ref()));
    return replies.expectMessageClass(NodeReply.Current.class).publication();
  }

  NodeStateUpdate awaitPublication(Predicate<NodeStateUpdate> expected) {
    NodeStateUpdate published = leader.receiveMessage();
    while (!expected.test(published)) {
      published = leader.receiveMessage();
    }
    return published;
  }

  NodeStateUpdate awaitState(NodeState state) {
    return awaitPublication(published -> published.node().state() == state);
  }

  /** Returns when everything is done that was said before. */
  void awaitWorkload(Workload workload) {
    awaitPublication(
        published ->
            published
                .progress()
                .flatMap(DrainProgress::workload)
                .filter(workload::equals)
                .isPresent());
  }

  List<NodeEvent> events() {
    return journal.persistedInStorage(RMNode.persistenceId(id).id()).stream()
        .map(NodeEvent.class::cast)
        .toList();
  }

  <E extends NodeEvent> List<E> events(Class<E> type) {
    return events().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
