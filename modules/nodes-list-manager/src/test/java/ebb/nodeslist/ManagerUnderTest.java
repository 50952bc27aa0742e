package ebb.nodeslist;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import akka.persistence.testkit.javadsl.SnapshotTestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.lists.NodesListEvent.NodesSettled;
import ebb.domain.lists.NodesListEvent.SettledNode;
import ebb.domain.lists.OperationProgress;
import ebb.domain.lists.OperationSummary;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.refresh.Undo;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.nodeslist.lists.FakeLists;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.FakeLeadership;
import ebb.nodeslist.protocol.FakeNodes;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NewsFilter;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodeTableCommand.HostsInForce;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.threeten.extra.MutableClock;

/** A NodesListManager on fakes and a journal in memory; time stands still. */
public final class ManagerUnderTest implements BeforeEachCallback, AfterEachCallback {
  public static final NodeId H1 = new NodeId("h1", 1234);
  public static final NodeId H2 = new NodeId("h2", 1234);
  public static final NodeId H3 = new NodeId("h3", 1234);

  /** Time passes by hand, half a minute at once: no write in memory takes that long. */
  private static final Config CONFIG =
      ConfigFactory.parseString(
              """
              akka.actor.testkit.typed.single-expect-default = 10s
              ebb.nodes-list-manager.snapshot-every = 5
              ebb.nodes-list-manager.window = 2
              akka.persistence.journal-plugin-fallback.circuit-breaker.call-timeout = 1d
              """)
          .withFallback(ManualTime.config())
          .withFallback(PersistenceTestKitPlugin.getInstance().config())
          .withFallback(PersistenceTestKitSnapshotPlugin.config())
          .withFallback(ConfigFactory.load());

  public static final Initiator ALICE =
      new Initiator(
          "alice", Origin.HTTP, Optional.empty(), Optional.of("new disks"), Optional.empty());

  public final ActorTestKit kit;
  final PersistenceTestKit journal;
  final SnapshotTestKit snapshots;
  final ManualTime time;
  public final MutableClock clock =
      MutableClock.of(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC);
  public final FakeNodes nodes = new FakeNodes();
  public final FakeLists lists = new FakeLists();
  UntrackedPolicy untracked = UntrackedPolicy.DEFAULT;
  volatile Optional<WorkView> work = Optional.empty();

  /** Those that have registered with the leader, as far as a test cares. */
  public final Map<NodeId, NodeManagerInfo> registered = new ConcurrentHashMap<>();

  final TestProbe<String> leadership;
  final NodesListSettings settings;
  private final AtomicInteger operations = new AtomicInteger();
  private long term;
  private ActorRef<LeaderCommand> manager;
  private Optional<NodeId[]> members = Optional.empty();

  public ManagerUnderTest() {
    this("");
  }

  /**
   * @param settings instead of the usual ones
   */
  public ManagerUnderTest(String settings) {
    Config config = ConfigFactory.parseString(settings).withFallback(CONFIG);
    this.settings = NodesListSettings.of(config);
    kit = ActorTestKit.create(config);
    journal = PersistenceTestKit.create(kit.system());
    snapshots = SnapshotTestKit.create(kit.system());
    time = ManualTime.get(kit.system());
    leadership = kit.createTestProbe();
    manager = kit.<LeaderCommand>createTestProbe().getRef();
  }

  /** It leads before each test, with these nodes. */
  ManagerUnderTest leading(NodeId... nodes) {
    members = Optional.of(nodes);
    return this;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    members.ifPresent(
        nodes -> {
          started();
          join(nodes);
        });
  }

  @Override
  public void afterEach(ExtensionContext context) {
    lists.hang(false);
    kit.shutdownTestKit();
  }

  public ManagerUnderTest started() {
    start();
    leadership.expectMessage("leads in term " + term);
    return this;
  }

  void start() {
    term++;
    startInTerm(term);
  }

  /** As of a leader of this term, whoever has led since. */
  void startInTerm(long term) {
    manager =
        kit.spawn(
            Behaviors.withTimers(
                timers -> Behaviors.withStash(10_000, early -> manager(term, timers, early))));
  }

  private Behavior<LeaderCommand> manager(
      long term, TimerScheduler<LeaderCommand> timers, StashBuffer<LeaderCommand> early) {
    return NodesListManager.create(
        new ManagerContext(
            term,
            lists,
            new FakeLeadership(term, nodes, registered, () -> work, leadership.getRef()),
            nodes,
            settings,
            untracked,
            clock,
            "instance1",
            () -> "op" + operations.incrementAndGet()),
        timers,
        early,
        List.of());
  }

  /** Soft state is gone. */
  void crash() {
    kit.stop(manager);
    leadership.expectMessage("deposed from term " + term);
  }

  public ManagerUnderTest restarted() {
    crash();
    return started();
  }

  public void failNextWrite() {
    journal.failNextPersisted(NodesListJournal.PERSISTENCE_ID.id());
  }

  /** The next write fails, and the journal is read again in a second. */
  public void loseJournal() {
    failNextWrite();
    asksToJoin(new NodeId("lost", 1)).expectMessageClass(NodesListReply.Rejected.class);
  }

  /** It is read again, and the leader goes on. */
  public void findJournal() {
    TestProbe<NodesListReply> waiting = asksToJoin(H1);
    passes(Duration.ofSeconds(1));
    waiting.expectMessageClass(NodesListReply.Admission.class);
  }

  /** As the journal has it. */
  List<NodeId> settled() {
    return events(NodesSettled.class).stream()
        .flatMap(event -> event.nodes().stream())
        .map(SettledNode::nodeId)
        .toList();
  }

  public void tell(LeaderCommand command) {
    manager.tell(command);
  }

  public void passes(Duration duration) {
    clock.add(duration);
    time.timePasses(duration);
  }

  public void passesRetryAfter() {
    passes(settings.retryAfter());
  }

  public TestProbe<NodesListReply> refresh(RefreshType type, Optional<DrainTimeout> timeout) {
    return refresh(type, timeout, false);
  }

  public TestProbe<NodesListReply> refresh(
      RefreshType type, Optional<DrainTimeout> timeout, boolean dryRun) {
    return ask(new RefreshRequest(type, timeout), ALICE, dryRun);
  }

  public TestProbe<NodesListReply> ask(
      RefreshRequest request, Initiator initiator, boolean dryRun) {
    TestProbe<NodesListReply> probe = kit.createTestProbe();
    tell(new NodesListCommand.RefreshNodes(request, initiator, dryRun, false, probe.getRef()));
    return probe;
  }

  public NodesListReply.Refreshed graceful(long seconds) {
    return refresh(RefreshType.GRACEFUL, Optional.of(DrainTimeout.ofSeconds(seconds)))
        .expectMessageClass(NodesListReply.Refreshed.class);
  }

  TestProbe<NodesListReply> asksToJoin(NodeId node) {
    TestProbe<NodesListReply> probe = kit.createTestProbe();
    tell(new NodesListCommand.AdmitNode(node, new NodeAddress(node.host(), "ip"), probe.getRef()));
    return probe;
  }

  /** A subscriber to nodes that already has the state of each of the leader's three nodes. */
  TestProbe<NodeTableCommand.News> subscriber() {
    TestProbe<NodeTableCommand.News> subscriber = kit.createTestProbe();
    var news = NewsFilter.passing(each -> !(each instanceof HostsInForce), subscriber.getRef());
    tell(new NodeTableCommand.Subscribe(kit.spawn(news)));
    for (int i = 0; i < 3; i++) {
      subscriber.expectMessageClass(NodeTableCommand.Changed.class);
    }
    return subscriber;
  }

  NodesListReply.Admission admission(NodeId node) {
    return asksToJoin(node).expectMessageClass(NodesListReply.Admission.class);
  }

  /** The node is let in and serves. */
  public void join(NodeId... joining) {
    for (NodeId node : joining) {
      admission(node);
      nodes.register(node);
      awaitView(node);
    }
  }

  /** The leader has seen what the node is now. */
  public void awaitView(NodeId node) {
    leadership.awaitAssert(
        () -> {
          var seen = find(node);
          if (seen.isEmpty() || !seen.get().publication().node().equals(nodes.node(node))) {
            throw new AssertionError(node + " is seen as " + seen);
          }
          return seen;
        });
  }

  ObservedNode seen(NodeId node) {
    return find(node).orElseThrow();
  }

  private Optional<ObservedNode> find(NodeId node) {
    return table(Optional.of(node)).nodes().stream().findFirst();
  }

  List<NodeId> view() {
    return table(Optional.empty()).nodes().stream().map(ObservedNode::nodeId).sorted().toList();
  }

  NodeTableCommand.Nodes table(Optional<NodeId> node) {
    TestProbe<NodeTableCommand.Nodes> probe = kit.createTestProbe();
    tell(new NodeTableCommand.ListNodes(node, probe.getRef()));
    return probe.receiveMessage();
  }

  public NodesListReply.ListsInForce listsInForce() {
    TestProbe<NodesListReply> probe = kit.createTestProbe();
    tell(new NodesListCommand.GetLists(probe.getRef()));
    return probe.expectMessageClass(NodesListReply.ListsInForce.class);
  }

  List<OperationSummary> operations(long before, int limit) {
    TestProbe<NodesListReply> probe = kit.createTestProbe();
    tell(new NodesListCommand.ListOperations(before, limit, probe.getRef()));
    return probe.expectMessageClass(NodesListReply.OperationsSeen.class).operations();
  }

  NodesListReply.OperationSeen operation(String id) {
    TestProbe<NodesListReply> probe = kit.createTestProbe();
    tell(new NodesListCommand.FindOperation(id, false, probe.getRef()));
    return probe.expectMessageClass(NodesListReply.OperationSeen.class);
  }

  Undo undo(String operation) {
    TestProbe<NodesListReply> probe = kit.createTestProbe();
    tell(new NodesListCommand.FindOperation(operation, true, probe.getRef()));
    return probe.expectMessageClass(NodesListReply.OperationSeen.class).undo().orElseThrow();
  }

  /** How this operation's part of each node is now, once it is so. */
  void awaitParts(String id, Map<NodeId, String> expected) {
    leadership.awaitAssert(
        () -> {
          Map<NodeId, String> seen =
              operation(id).operation().orElseThrow().parts().stream()
                  .collect(Collectors.toMap(part -> part.decision().nodeId(), this::wordFor));
          if (!seen.equals(expected)) {
            throw new AssertionError("operation " + id + " is at " + seen);
          }
          return seen;
        });
  }

  private String wordFor(OperationProgress.Part part) {
    return part.outcome().map(Enum::name).orElse(part.phase().name());
  }

  // ---- what the journal says ----

  public List<NodesListEvent> events() {
    return journal.persistedInStorage(NodesListJournal.PERSISTENCE_ID.id()).stream()
        .map(NodesListEvent.class::cast)
        .toList();
  }

  /** All but who leads. */
  List<NodesListEvent> changes() {
    return events().stream().filter(event -> !(event instanceof LeadTaken)).toList();
  }

  public <E extends NodesListEvent> List<E> events(Class<E> type) {
    return events().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
