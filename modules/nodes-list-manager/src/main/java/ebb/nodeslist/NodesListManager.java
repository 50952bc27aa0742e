package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.SnapshotAdapter;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import akka.persistence.typed.javadsl.SignalHandler;
import ebb.domain.Initiator;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshPlan;
import ebb.domain.lists.RefreshRequest;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Verdict;
import ebb.node.NodePublication;
import ebb.nodeslist.ManagerMessage.AtStart;
import ebb.nodeslist.ManagerMessage.Confirmed;
import ebb.nodeslist.ManagerMessage.DrainsSeen;
import ebb.nodeslist.ManagerMessage.ForRefresh;
import ebb.nodeslist.ManagerMessage.Refresh;
import ebb.nodeslist.ManagerMessage.SettingsRead;
import ebb.nodeslist.ManagerMessage.SettingsRefused;
import ebb.nodeslist.ManagerMessage.Signal;
import ebb.nodeslist.ManagerMessage.ViewTaken;
import ebb.nodeslist.RefreshLine.Turn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The persistent actor behind the lists: turns refreshes into journaled plans and sees to it that
 * they are carried out. Hard state is {@link NodesListState}; refreshes and registrations that wait
 * here are soft, and their callers hear of it when they are lost. Decides nothing itself: see
 * {@link NodesListRules}.
 */
final class NodesListManager
    extends EventSourcedBehavior<NodesListCommand, NodesListEvent, NodesListState> {
  static final PersistenceId PERSISTENCE_ID = PersistenceId.ofUniqueId("NodesListManager|ebb");

  private static final Logger LOG = LoggerFactory.getLogger(NodesListManager.class);
  private static final int KEEP_SNAPSHOTS = 2;
  private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(5);
  private static final Initiator EBB_AT_START = Initiator.system("ebb", Origin.START);
  private static final Initiator EBB_REGISTERING = Initiator.system("ebb", Origin.REGISTRATION);
  private static final Initiator EBB_LOOKING_AFTER = Initiator.system("ebb", Origin.TIMER);
  private static final NodesListReply.Rejected NOT_WRITTEN =
      new NodesListReply.Rejected(
          RefreshRejection.JOURNAL_UNAVAILABLE,
          "The journal could not be written; what it took nevertheless is carried out. Try again");

  /**
   * What the manager works with.
   *
   * @param leader hears when the lists are known, or why the first start is refused
   * @param instance name of this instance, for the journal
   * @param operationIds gives each refresh its name
   */
  record Parts(
      ListSource source,
      ActorRef<DirectoryCommand> directory,
      NodeGateway nodes,
      ActorRef<LeaderCommand> leader,
      NodesListSettings settings,
      Clock clock,
      String instance,
      Supplier<String> operationIds) {}

  private final ActorContext<NodesListCommand> context;
  private final TimerScheduler<NodesListCommand> timers;
  private final Parts parts;
  private final Reading reading;
  private final RefreshLine refreshes;
  private final Admissions admissions;
  private @Nullable ActorRef<FanOut.Message> fanOut;

  static Behavior<NodesListCommand> create(Parts parts) {
    AtomicLong tickets = new AtomicLong();
    Behavior<NodesListCommand> manager =
        Behaviors.setup(
            context ->
                Behaviors.withTimers(
                    timers -> new NodesListManager(context, timers, parts, tickets)));
    // Failed writes are handled within; this is for writes that the journal refuses, and for bugs.
    return Behaviors.supervise(manager).onFailure(backoff(parts.settings()));
  }

  private static akka.actor.typed.BackoffSupervisorStrategy backoff(NodesListSettings settings) {
    return SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(5), 0.1)
        .withStashCapacity(settings.startupStash());
  }

  private NodesListManager(
      ActorContext<NodesListCommand> context,
      TimerScheduler<NodesListCommand> timers,
      Parts parts,
      AtomicLong tickets) {
    super(PERSISTENCE_ID, backoff(parts.settings()));
    this.context = context;
    this.timers = timers;
    this.parts = parts;
    this.reading = new Reading(context, parts.source(), parts.settings().readTimeout());
    this.refreshes = new RefreshLine(tickets);
    this.admissions = new Admissions(parts.settings().admissionGrace());
  }

  @Override
  public NodesListState emptyState() {
    return NodesListState.EMPTY;
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    // Snapshots only speed recovery up: events stay, the journal is the audit record.
    return RetentionCriteria.snapshotEvery(parts.settings().snapshotEvery(), KEEP_SNAPSHOTS);
  }

  @Override
  public SnapshotAdapter<NodesListState> snapshotAdapter() {
    return new StoredState();
  }

  @Override
  public Optional<Integer> stashCapacity() {
    return Optional.of(parts.settings().startupStash());
  }

  @Override
  public EventHandler<NodesListState, NodesListEvent> eventHandler() {
    return newEventHandlerBuilder().forAnyState().onAnyEvent(NodesListState::apply);
  }

  @Override
  public CommandHandler<NodesListCommand, NodesListEvent, NodesListState> commandHandler() {
    return newCommandHandlerBuilder()
        .forAnyState()
        .onCommand(
            NodesListCommand.RefreshNodes.class,
            (state, cmd) -> onRefresh(state, new Refresh(cmd, Instant.MAX)))
        .onCommand(Refresh.class, this::onRefresh)
        .onCommand(NodesListCommand.AdmitNode.class, this::onAdmitNode)
        .onCommand(NodesListCommand.GetLists.class, this::onGetLists)
        .onCommand(SettingsRead.class, this::onSettingsRead)
        .onCommand(SettingsRefused.class, this::onSettingsRefused)
        .onCommand(ViewTaken.class, this::onViewTaken)
        .onCommand(Confirmed.class, this::onConfirmed)
        .onCommand(DrainsSeen.class, this::onDrainsSeen)
        .onCommand(Signal.class, this::onTick)
        .build();
  }

  @Override
  public SignalHandler<NodesListState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), this::onRecovered)
        .onSignal(PreRestart.instance(), state -> rejectAll())
        .onSignal(PostStop.instance(), state -> rejectAll())
        .build();
  }

  private void rejectAll() {
    refreshes.rejectAll(NOT_WRITTEN);
    admissions.rejectAll(NOT_WRITTEN);
  }

  // ---- start ----

  private void onRecovered(NodesListState state) {
    fanOut =
        context.spawnAnonymous(FanOut.create(parts.nodes(), context.getSelf(), parts.settings()));
    send(state.pendingOrders(), Optional.empty());
    // The draining ones first: nothing else sees to their deadlines.
    parts.directory().tell(new DirectoryMessage.Wake(state.possiblyDraining().keySet()));
    parts.directory().tell(new DirectoryCommand.Watch(state.register().keySet()));
    timers.startTimerWithFixedDelay(Signal.WAKE, parts.settings().wakeEvery());
    if (state.listVersion() == 0) {
      reading.start(AtStart.FIRST_LISTS);
    } else {
      reading.start(AtStart.COMPARISON);
      ready(state);
    }
  }

  private void ready(NodesListState state) {
    LOG.info("Lists in force: {}", state);
    parts.leader().tell(LeaderMessage.Signal.MANAGER_READY);
  }

  private Effect<NodesListEvent, NodesListState> recordFirstLists(
      NodesListState state, ListSource.Settings settings) {
    if (state.listVersion() > 0) {
      return Effect().none();
    }
    RefreshRequest request = new RefreshRequest(RefreshType.NORMAL, Optional.empty());
    return Effect()
        .persist(
            accept(
                state,
                parts.operationIds().get(),
                request,
                settings,
                new RefreshPlan(List.of()),
                EBB_AT_START))
        .thenRun(this::ready);
  }

  private static void compare(NodesListState state, ListSource.Settings settings) {
    if (!ListsHash.of(settings.lists()).equals(state.listsHash())) {
      LOG.warn("The list files differ from the lists in force, which only a refresh changes");
    }
  }

  // ---- refreshes ----

  private Effect<NodesListEvent, NodesListState> onRefresh(NodesListState state, Refresh refresh) {
    refreshes.add(refresh);
    beginNext(state);
    return Effect().none();
  }

  private void beginNext(NodesListState state) {
    refreshes.next(now()).ifPresent(turn -> begin(state, turn));
  }

  private void begin(NodesListState state, Turn turn) {
    if (turn.command().request().type() == RefreshType.FORCEFUL) {
      takeView(turn.ticket(), new ListSource.Settings(state.lists(), state.configured()));
    } else {
      reading.start(new ForRefresh(turn.ticket()));
    }
  }

  private Effect<NodesListEvent, NodesListState> onSettingsRead(
      NodesListState state, SettingsRead read) {
    if (read.purpose() instanceof ForRefresh refresh) {
      takeView(refresh.ticket(), read.settings());
    } else if (read.purpose() == AtStart.FIRST_LISTS) {
      return recordFirstLists(state, read.settings());
    } else {
      compare(state, read.settings());
    }
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> onSettingsRefused(
      NodesListState state, SettingsRefused refused) {
    if (refused.purpose() instanceof ForRefresh refresh) {
      refreshes
          .current(refresh.ticket())
          .ifPresent(
              turn -> {
                LOG.warn("Refresh refused, the lists in force stay: {}", refused.reason());
                finish(state, turn, new NodesListReply.Rejected(refused.code(), refused.reason()));
              });
    } else if (refused.purpose() == AtStart.FIRST_LISTS) {
      parts.leader().tell(new LeaderMessage.StartRefused(refused.reason()));
    } else {
      LOG.warn("The lists in force stay, but the files cannot be read: {}", refused.reason());
    }
    return Effect().none();
  }

  private void takeView(long ticket, ListSource.Settings settings) {
    askForView(
        view -> new ViewTaken(ticket, settings, view),
        new SettingsRefused(
            new ForRefresh(ticket),
            RefreshRejection.JOURNAL_UNAVAILABLE,
            "The view of the nodes is not available; try again"));
  }

  private void askForView(
      Function<List<NodePublication>, NodesListCommand> answer, NodesListCommand none) {
    context.ask(
        DirectoryCommand.Nodes.class,
        parts.directory(),
        VIEW_TIMEOUT,
        DirectoryCommand.ListNodes::new,
        (nodes, failure) -> nodes == null ? none : answer.apply(nodes.nodes()));
  }

  private Effect<NodesListEvent, NodesListState> onViewTaken(
      NodesListState state, ViewTaken taken) {
    Optional<Turn> current = refreshes.current(taken.ticket());
    if (current.isEmpty()) {
      return Effect().none();
    }
    Turn turn = current.get();
    NodesListCommand.RefreshNodes command = turn.command();
    RefreshPlan plan = plan(state, command.request(), taken);
    if (command.dryRun()) {
      finish(state, turn, refreshed("", state.listVersion() + 1, command, plan.decisions()));
      return Effect().none();
    }
    String operationId = parts.operationIds().get();
    return Effect()
        .persist(
            accept(
                state, operationId, command.request(), taken.settings(), plan, command.initiator()))
        .thenRun(next -> carryOut(next, operationId, turn, plan));
  }

  private RefreshPlan plan(NodesListState state, RefreshRequest request, ViewTaken taken) {
    Set<NodeId> onTheirWay = new HashSet<>(admissions.onTheirWay(now()));
    ListSource.Settings settings = taken.settings();
    return NodesListRules.plan(
        state,
        request,
        settings.lists(),
        settings.configured(),
        lifecycles(taken.view()),
        onTheirWay::contains);
  }

  private List<NodesListEvent> accept(
      NodesListState state,
      String operationId,
      RefreshRequest request,
      ListSource.Settings settings,
      RefreshPlan plan,
      Initiator initiator) {
    Initiator named =
        new Initiator(
            initiator.actor(), initiator.origin(), initiator.reason(), Optional.of(operationId));
    return NodesListRules.accept(
        state,
        operationId,
        request,
        settings.lists(),
        settings.configured(),
        plan,
        named.stamp(now(), parts.instance(), state.listVersion() + 1));
  }

  /** The plan is durable. */
  private void carryOut(NodesListState state, String operationId, Turn turn, RefreshPlan plan) {
    NodesListCommand.RefreshNodes command = turn.command();
    List<NodeOrder> orders = new ArrayList<>();
    plan.decisions().forEach(d -> state.pendingOrder(d.nodeId()).ifPresent(orders::add));
    LOG.info(
        "Refresh {} ({}) by {}: {} nodes to change",
        state.listVersion(),
        command.request().type(),
        command.initiator().actor(),
        orders.size());
    NodesListReply.Refreshed reply =
        refreshed(operationId, state.listVersion(), command, plan.decisions());
    send(orders, Optional.of(new PendingAnswer(reply, command.replyTo())));
    refreshes.finish();
    beginNext(state);
  }

  private static NodesListReply.Refreshed refreshed(
      String operationId,
      long listVersion,
      NodesListCommand.RefreshNodes command,
      List<NodeDecision> decisions) {
    return new NodesListReply.Refreshed(
        operationId,
        command.request().type(),
        listVersion,
        command.dryRun(),
        decisions,
        new TreeSet<>());
  }

  private void finish(NodesListState state, Turn turn, NodesListReply reply) {
    turn.command().replyTo().tell(reply);
    refreshes.finish();
    beginNext(state);
  }

  private void send(List<NodeOrder> orders, Optional<PendingAnswer> answer) {
    if (fanOut != null) { // it is there from recovery on
      fanOut.tell(new FanOut.Send(orders, answer));
    }
  }

  private Effect<NodesListEvent, NodesListState> onConfirmed(
      NodesListState state, Confirmed confirmed) {
    return record(NodesListRules.confirm(state, confirmed.orders(), lookingAfter(state)));
  }

  private Effect<NodesListEvent, NodesListState> onGetLists(
      NodesListState state, NodesListCommand.GetLists query) {
    query
        .replyTo()
        .tell(
            new NodesListReply.ListsInForce(state.listVersion(), state.listsHash(), state.lists()));
    return Effect().none();
  }

  // ---- registrations ----

  private Effect<NodesListEvent, NodesListState> onAdmitNode(
      NodesListState state, NodesListCommand.AdmitNode command) {
    if (admit(state, command).isEmpty()) {
      answer(state, command, state.addressOf(command.nodeId()).isPresent());
    } else if (admissions.add(command)) {
      context.getSelf().tell(Signal.ADMIT);
    }
    return Effect().none();
  }

  private Optional<NodesListEvent> admit(NodesListState state, NodesListCommand.AdmitNode command) {
    Provenance by = EBB_REGISTERING.stamp(now(), parts.instance(), state.listVersion());
    return NodesListRules.admit(state, command.nodeId(), command.address(), by);
  }

  private Effect<NodesListEvent, NodesListState> admitWaiting(NodesListState state) {
    List<NodesListCommand.AdmitNode> commands = admissions.take();
    List<NodesListEvent> events = new ArrayList<>();
    List<Boolean> known = new ArrayList<>();
    NodesListState next = state;
    for (NodesListCommand.AdmitNode command : commands) {
      known.add(next.addressOf(command.nodeId()).isPresent());
      Optional<NodesListEvent> event = admit(next, command);
      if (event.isPresent()) {
        events.add(event.get());
        next = next.apply(event.get());
      }
    }
    return Effect()
        .persist(events)
        .thenRun(
            durable -> {
              for (int i = 0; i < commands.size(); i++) {
                answer(durable, commands.get(i), known.get(i));
              }
              if (admissions.written()) {
                context.getSelf().tell(Signal.ADMIT);
              }
            });
  }

  private void answer(NodesListState state, NodesListCommand.AdmitNode command, boolean known) {
    NodeId node = command.nodeId();
    Verdict verdict = state.lists().verdictOn(command.address());
    if (state.addressOf(node).isPresent()) {
      parts.directory().tell(new DirectoryCommand.Watch(Set.of(node)));
      state.pendingOrder(node).ifPresent(order -> send(List.of(order), Optional.empty()));
    }
    if (verdict == Verdict.ALLOWED) {
      admissions.letIn(node, now());
    }
    command.replyTo().tell(new NodesListReply.Admission(node, verdict, state.listVersion(), known));
  }

  // ---- nodes that may be draining ----

  private Effect<NodesListEvent, NodesListState> onTick(NodesListState state, Signal signal) {
    return switch (signal) {
      case ADMIT -> admitWaiting(state);
      case WAKE -> {
        if (!state.possiblyDraining().isEmpty()) {
          askForView(DrainsSeen::new, new DrainsSeen(List.of()));
        }
        yield Effect().none();
      }
    };
  }

  private Effect<NodesListEvent, NodesListState> onDrainsSeen(
      NodesListState state, DrainsSeen seen) {
    Optional<NodesListEvent> ended =
        NodesListRules.endDrains(state, lifecycles(seen.view()), lookingAfter(state));
    NodesListState next = ended.map(state::apply).orElse(state);
    parts.directory().tell(new DirectoryMessage.Wake(next.possiblyDraining().keySet()));
    return record(ended);
  }

  private static Map<NodeId, NodeLifecycle> lifecycles(List<NodePublication> view) {
    return view.stream()
        .map(NodePublication::node)
        .collect(Collectors.toMap(NodeLifecycle::nodeId, Function.identity()));
  }

  private Provenance lookingAfter(NodesListState state) {
    return EBB_LOOKING_AFTER.stamp(now(), parts.instance(), state.listVersion());
  }

  private Effect<NodesListEvent, NodesListState> record(Optional<NodesListEvent> event) {
    return event
        .map(fact -> (Effect<NodesListEvent, NodesListState>) Effect().persist(fact))
        .orElseGet(() -> Effect().none());
  }

  private Instant now() {
    return parts.clock().instant();
  }
}
