package ebb.nodeslist;

import akka.actor.typed.BackoffSupervisorStrategy;
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
import ebb.domain.Origin;
import ebb.domain.Provenance;
import ebb.domain.RejectionCode;
import ebb.domain.lists.IdleNode;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.OperationRules;
import ebb.domain.lists.RefreshPlan;
import ebb.domain.lists.RefreshRequest;
import ebb.domain.lists.RefreshType;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.nodeslist.ManagerMessage.AtStart;
import ebb.nodeslist.ManagerMessage.Confirmed;
import ebb.nodeslist.ManagerMessage.DrainsSeen;
import ebb.nodeslist.ManagerMessage.FilesSeen;
import ebb.nodeslist.ManagerMessage.ForRefresh;
import ebb.nodeslist.ManagerMessage.IdleSeen;
import ebb.nodeslist.ManagerMessage.ProgressSeen;
import ebb.nodeslist.ManagerMessage.Refresh;
import ebb.nodeslist.ManagerMessage.SettingsRead;
import ebb.nodeslist.ManagerMessage.SettingsRefused;
import ebb.nodeslist.ManagerMessage.Signal;
import ebb.nodeslist.ManagerMessage.Unfollow;
import ebb.nodeslist.ManagerMessage.ViewTaken;
import ebb.nodeslist.NodesListCommand.AdmitNode;
import ebb.nodeslist.NodesListCommand.DescribeLists;
import ebb.nodeslist.NodesListCommand.EditExcludes;
import ebb.nodeslist.NodesListCommand.FindOperation;
import ebb.nodeslist.NodesListCommand.FollowLists;
import ebb.nodeslist.NodesListCommand.GetLists;
import ebb.nodeslist.NodesListCommand.ListOperations;
import ebb.nodeslist.NodesListCommand.RefreshNodes;
import ebb.nodeslist.NodesListCommand.RetimeDrain;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private static final Initiator EBB_AT_START = Initiator.system("ebb", Origin.START);
  private static final Initiator EBB_LOOKING_AFTER = Initiator.system("ebb", Origin.TIMER);
  private static final NodesListReply.Rejected NOT_WRITTEN =
      new NodesListReply.Rejected(
          RefreshRejection.JOURNAL_UNAVAILABLE,
          "The journal could not be written; what it took nevertheless is carried out. Try again");

  private final ActorContext<NodesListCommand> context;
  private final TimerScheduler<NodesListCommand> timers;
  private final ManagerParts parts;
  private final Reading reading;
  private final Editing editing;
  private final View view;
  private final Orders orders;
  private final Registrar registrar;
  private final RefreshDesk refreshes;
  private final UntrackedNodes untracked;
  private final Followers followers;
  private final OperationsDesk operations;

  static Behavior<NodesListCommand> create(ManagerParts parts) {
    AtomicLong tickets = new AtomicLong();
    ReadLane lane = new ReadLane(parts.settings().readTimeout(), parts.clock());
    int longestLine = parts.settings().waitingRefreshes();
    Behavior<NodesListCommand> manager =
        Behaviors.setup(
            context ->
                Behaviors.withTimers(
                    timers ->
                        new NodesListManager(
                            context, timers, parts, lane, new RefreshLine(longestLine, tickets))));
    // Failed writes are handled within; this is for writes that the journal refuses, and for bugs.
    return Behaviors.supervise(manager).onFailure(backoff(parts.settings()));
  }

  private static BackoffSupervisorStrategy backoff(NodesListSettings settings) {
    return SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(5), 0.1)
        .withStashCapacity(settings.startupStash());
  }

  private NodesListManager(
      ActorContext<NodesListCommand> context,
      TimerScheduler<NodesListCommand> timers,
      ManagerParts parts,
      ReadLane lane,
      RefreshLine line) {
    super(PERSISTENCE_ID, backoff(parts.settings()));
    this.context = context;
    this.timers = timers;
    this.parts = parts;
    this.reading = new Reading(context, parts, lane);
    this.editing = new Editing(context, parts, lane);
    this.view = new View(context, parts);
    this.orders = new Orders(context, parts);
    this.registrar = new Registrar(parts, orders);
    this.refreshes = new RefreshDesk(parts, reading, view, orders, registrar, line);
    this.untracked = new UntrackedNodes(parts.untracked());
    this.followers = new Followers(context, parts.untracked());
    this.operations = new OperationsDesk(view);
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
    var builder = newCommandHandlerBuilder();
    builder
        .forState(state -> NodesListRules.isSuperseded(state, parts.term()))
        .onAnyCommand(deaf -> Effect().none());
    builder
        .forAnyState()
        .onCommand(RefreshNodes.class, (state, cmd) -> begin(state, new Refresh(cmd, Instant.MAX)))
        .onCommand(Refresh.class, this::begin)
        .onCommand(SettingsRead.class, this::onSettingsRead)
        .onCommand(SettingsRefused.class, this::onSettingsRefused)
        .onCommand(ViewTaken.class, this::onViewTaken)
        .onCommand(Confirmed.class, this::onConfirmed)
        .onCommand(AdmitNode.class, this::onAdmitNode)
        .onCommand(GetLists.class, this::onGetLists)
        .onCommand(DescribeLists.class, (state, question) -> look(question))
        .onCommand(EditExcludes.class, (state, command) -> edit(command))
        .onCommand(FilesSeen.class, this::onFilesSeen)
        .onCommand(ListOperations.class, (state, question) -> look(question))
        .onCommand(FindOperation.class, (state, question) -> look(question))
        .onCommand(ProgressSeen.class, this::onProgressSeen)
        .onCommand(RetimeDrain.class, this::onRetimeDrain)
        .onCommand(FollowLists.class, this::onFollowLists)
        .onCommand(Unfollow.class, (state, end) -> unfollow(end))
        .onCommand(DrainsSeen.class, this::onDrainsSeen)
        .onCommand(IdleSeen.class, this::onIdleSeen)
        .onCommand(Signal.class, this::onTick);
    return builder.build();
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
    registrar.rejectAll(NOT_WRITTEN);
  }

  // ---- start ----

  /**
   * Nothing is done before the lead is taken in the journal too: a leader of before that has not
   * noticed its end could still write there. One that finds itself superseded does nothing more.
   */
  private void onRecovered(NodesListState state) {
    if (NodesListRules.isSuperseded(state, parts.term())) {
      parts.leader().tell(new LeaderMessage.Superseded(state.leaderTerm()));
    } else if (state.leaderTerm() == parts.term()) {
      start(state);
    } else {
      context.getSelf().tell(Signal.TAKE_LEAD);
    }
  }

  private Effect<NodesListEvent, NodesListState> takeLead(NodesListState state) {
    Provenance by = EBB_AT_START.stamp(parts.now(), parts.instance(), state.listVersion());
    return Effect()
        .persist(NodesListRules.takeLead(state, parts.term(), by).stream().toList())
        .thenRun(this::start);
  }

  private void start(NodesListState state) {
    orders.start(state.pendingOrders());
    // The draining ones first: nothing else sees to their deadlines.
    parts.directory().tell(new DirectoryMessage.Wake(state.possiblyDraining().keySet()));
    parts.directory().tell(new DirectoryCommand.Watch(state.register().keySet()));
    timers.startTimerWithFixedDelay(Signal.WAKE, parts.settings().wakeEvery());
    timers.startTimerWithFixedDelay(Signal.FORGET, parts.untracked().period());
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
    List<NodesListEvent> events =
        refreshes.accept(
            state,
            parts.operationIds().get(),
            new RefreshRequest(RefreshType.NORMAL, Optional.empty()),
            settings,
            new RefreshPlan(List.of()),
            EBB_AT_START);
    return Effect()
        .persist(events)
        .thenRun(next -> followers.refreshed(next, settings))
        .thenRun(this::ready);
  }

  private void compare(NodesListState state, ListSource.Settings settings) {
    followers.compared(state, settings);
    if (!ListsHash.of(settings.lists()).equals(state.listsHash())) {
      LOG.warn("The list files differ from the lists in force, which only a refresh changes");
    }
  }

  // ---- refreshes ----

  private Effect<NodesListEvent, NodesListState> begin(NodesListState state, Refresh refresh) {
    refreshes.add(state, refresh);
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> onSettingsRead(
      NodesListState state, SettingsRead read) {
    if (read.purpose() instanceof ForRefresh refresh) {
      refreshes.takeView(refresh.ticket(), read.settings());
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
      refreshes.refuse(state, refresh.ticket(), refused);
    } else if (refused.purpose() == AtStart.FIRST_LISTS) {
      parts.leader().tell(new LeaderMessage.StartRefused(refused.reason()));
    } else {
      LOG.warn("The lists in force stay, but the files cannot be read: {}", refused.reason());
    }
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> onViewTaken(
      NodesListState state, ViewTaken taken) {
    Optional<RefreshDesk.Commit> commit = refreshes.plan(state, taken);
    return commit.isEmpty()
        ? Effect().none()
        : Effect().persist(commit.get().events()).thenRun(next -> carryOut(next, commit.get()));
  }

  private void carryOut(NodesListState state, RefreshDesk.Commit commit) {
    refreshes.carryOut(state, commit);
    if (commit.turn().command().request().readsLists()) {
      untracked.refreshed(state, commit.view(), parts.now());
      followers.refreshed(state, commit.settings());
    }
  }

  private Effect<NodesListEvent, NodesListState> onConfirmed(
      NodesListState state, Confirmed confirmed) {
    return record(NodesListRules.confirm(state, confirmed.orders(), lookingAfter(state)));
  }

  private Effect<NodesListEvent, NodesListState> onGetLists(NodesListState state, GetLists query) {
    query
        .replyTo()
        .tell(
            new NodesListReply.ListsInForce(state.listVersion(), state.listsHash(), state.lists()));
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> look(DescribeLists question) {
    reading.look(question);
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> edit(EditExcludes command) {
    editing.start(command);
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> onFilesSeen(NodesListState state, FilesSeen seen) {
    seen.question()
        .replyTo()
        .tell(
            new NodesListReply.ListsSeen(
                state.listVersion(), state.listsHash(), state.settings(), seen.sight()));
    return Effect().none();
  }

  // ---- operations ----

  private Effect<NodesListEvent, NodesListState> look(NodesListCommand question) {
    operations.look(question);
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> onProgressSeen(
      NodesListState state, ProgressSeen seen) {
    OperationsDesk.answer(state, seen);
    return Effect().none();
  }

  /** The node decides, and answers. Who is not in the register is not to be woken for this. */
  private Effect<NodesListEvent, NodesListState> onRetimeDrain(
      NodesListState state, RetimeDrain command) {
    NodeId node = command.nodeId();
    if (state.addressOf(node).isPresent()) {
      parts
          .nodes()
          .tell(
              node,
              new NodeCommand.Retime(command.timeout(), command.initiator(), command.replyTo()));
    } else {
      command
          .replyTo()
          .tell(
              new NodeReply.Refused(
                  node, RejectionCode.UNKNOWN_NODE, "No node " + node + " is known"));
    }
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> onFollowLists(
      NodesListState state, FollowLists wish) {
    followers.add(state, wish.follower());
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> unfollow(Unfollow end) {
    followers.remove(end.follower());
    return Effect().none();
  }

  // ---- registrations ----

  private Effect<NodesListEvent, NodesListState> onAdmitNode(
      NodesListState state, AdmitNode command) {
    if (registrar.admit(state, command)) {
      context.getSelf().tell(Signal.ADMIT);
    }
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> admitWaiting(NodesListState state) {
    Registrar.Batch batch = registrar.nextBatch(state);
    return Effect()
        .persist(batch.events())
        .thenRun(
            durable -> {
              if (registrar.written(durable, batch)) {
                context.getSelf().tell(Signal.ADMIT);
              }
            });
  }

  // ---- nodes that may be draining ----

  private Effect<NodesListEvent, NodesListState> onTick(NodesListState state, Signal signal) {
    return switch (signal) {
      case TAKE_LEAD -> takeLead(state);
      case ADMIT -> admitWaiting(state);
      case WAKE -> {
        askForDrains(state);
        yield Effect().none();
      }
      case FORGET -> {
        askForDrains(state); // a node whose drain is not known to have ended is kept
        view.askForIdle();
        yield record(
            OperationRules.forget(state, parts.settings().keepOperations(), lookingAfter(state)));
      }
    };
  }

  private void askForDrains(NodesListState state) {
    if (!state.possiblyDraining().isEmpty() || !state.operations().areAllOver()) {
      view.ask(DrainsSeen::new, new DrainsSeen(List.of()));
    }
  }

  // ---- nodes that nobody tracks ----

  private Effect<NodesListEvent, NodesListState> onIdleSeen(NodesListState state, IdleSeen seen) {
    Map<NodeId, IdleNode> idle = untracked.stamp(state, seen.idle());
    Optional<NodesListEvent> forgotten =
        NodesListRules.forget(
            state,
            parts.untracked(),
            idle,
            registrar.onTheirWay(seen.idle())::contains,
            lookingAfter(state));
    return forgotten.isEmpty()
        ? Effect().none()
        : Effect().persist(forgotten.get()).thenRun(next -> forget(idle.keySet(), next));
  }

  private void forget(Set<NodeId> idle, NodesListState state) {
    Set<NodeId> gone =
        idle.stream()
            .filter(node -> state.addressOf(node).isEmpty())
            .collect(Collectors.toUnmodifiableSet());
    LOG.info("Forgotten, because no list names them: {}", gone);
    parts.directory().tell(new DirectoryMessage.Forget(gone));
  }

  private Effect<NodesListEvent, NodesListState> onDrainsSeen(
      NodesListState state, DrainsSeen seen) {
    Map<NodeId, NodeLifecycle> view = View.lifecycles(seen.view());
    Provenance by = lookingAfter(state);
    Optional<NodesListEvent> ended = NodesListRules.endDrains(state, view, by);
    NodesListState next = ended.map(state::apply).orElse(state);
    parts.directory().tell(new DirectoryMessage.Wake(next.possiblyDraining().keySet()));
    return record(
        Stream.concat(OperationRules.recordOutcomes(state, view, by).stream(), ended.stream())
            .toList());
  }

  private Provenance lookingAfter(NodesListState state) {
    return EBB_LOOKING_AFTER.stamp(parts.now(), parts.instance(), state.listVersion());
  }

  private Effect<NodesListEvent, NodesListState> record(Optional<NodesListEvent> event) {
    return record(event.stream().toList());
  }

  private Effect<NodesListEvent, NodesListState> record(List<NodesListEvent> events) {
    return events.isEmpty() ? Effect().none() : Effect().persist(events);
  }
}
