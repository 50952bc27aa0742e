package ebb.nodeslist;

import akka.Done;
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
import ebb.domain.Origin;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListRules;
import ebb.domain.lists.NodesListState;
import ebb.nodeslist.ManagerMessage.AtStart;
import ebb.nodeslist.ManagerMessage.Confirmed;
import ebb.nodeslist.ManagerMessage.DrainsSeen;
import ebb.nodeslist.ManagerMessage.ExcludesWritten;
import ebb.nodeslist.ManagerMessage.FilesSeen;
import ebb.nodeslist.ManagerMessage.ForRefresh;
import ebb.nodeslist.ManagerMessage.IdleSeen;
import ebb.nodeslist.ManagerMessage.Passed;
import ebb.nodeslist.ManagerMessage.ProgressSeen;
import ebb.nodeslist.ManagerMessage.Refresh;
import ebb.nodeslist.ManagerMessage.RetimeSeen;
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
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * The persistent actor behind the lists: turns refreshes into journaled plans and sees to it that
 * they are carried out. Hard state is {@link NodesListState}; refreshes and registrations that wait
 * here are soft, and their callers hear of it when they are lost. Decides nothing itself: see
 * {@link NodesListRules}.
 */
final class NodesListManager
    extends EventSourcedBehavior<NodesListCommand, NodesListEvent, NodesListState> {
  static final PersistenceId PERSISTENCE_ID = PersistenceId.ofUniqueId("NodesListManager|ebb");

  private static final int KEEP_SNAPSHOTS = 2;

  /** As much as a thread's stack has room for; see {@link Turnstile}, which keeps it below. */
  private static final int STASH = 3 * Turnstile.ROOM;

  private static final NodesListReply.Rejected NOT_WRITTEN =
      new NodesListReply.Rejected(
          RefreshRejection.JOURNAL_UNAVAILABLE,
          "The journal could not be written; what it took nevertheless is carried out. Try again");

  private final ActorContext<NodesListCommand> context;
  private final ManagerParts parts;
  private final Passage passage;
  private final Reading reading;
  private final Editing editing;
  private final Registrar registrar;
  private final RefreshDesk refreshes;
  private final OperationsDesk operations;
  private final ListsDesk lists;
  private final Followers followers;
  private final RetimeDesk retimes;
  private final DrainingNodes draining;
  private final Forgetting forgetting;
  private final Start start;

  static Behavior<NodesListCommand> create(ManagerParts given) {
    ManagerParts parts = given.observingLists();
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
    View view = new View(context, parts);
    Orders orders = new Orders(context, parts);
    this.context = context;
    this.parts = parts;
    this.passage = new Passage(parts.leader());
    this.reading = new Reading(context, parts, lane);
    SubstituteLists substitutes = new SubstituteLists(parts.settings().protectDrains());
    this.registrar = new Registrar(parts, orders);
    this.editing = new Editing(context, parts, substitutes, lane, view, registrar);
    this.refreshes = new RefreshDesk(parts, reading, view, orders, registrar, substitutes, line);
    this.operations = new OperationsDesk(view);
    this.retimes = new RetimeDesk(context, parts, orders);
    this.lists = new ListsDesk(parts.settings().protectDrains(), substitutes);
    this.followers = new Followers(context, parts.untracked());
    this.draining = new DrainingNodes(parts, view);
    this.forgetting = new Forgetting(parts, view, registrar);
    this.start =
        new Start(
            context, timers, parts, reading, orders, draining, refreshes, followers, substitutes);
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
    return Optional.of(STASH);
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
        .onCommand(
            RefreshNodes.class,
            act((state, command) -> refreshes.add(state, new Refresh(command, Instant.MAX))))
        .onCommand(Refresh.class, act(refreshes::add))
        .onCommand(SettingsRead.class, this::onSettingsRead)
        .onCommand(SettingsRefused.class, act(this::onSettingsRefused))
        .onCommand(ViewTaken.class, this::onViewTaken)
        .onCommand(Confirmed.class, this::onConfirmed)
        .onCommand(AdmitNode.class, act(this::onAdmitNode))
        .onCommand(GetLists.class, act(lists::tellInForce))
        .onCommand(DescribeLists.class, act((state, question) -> reading.look(question)))
        .onCommand(FilesSeen.class, act(this::onFilesSeen))
        .onCommand(EditExcludes.class, act(editing::start))
        .onCommand(ExcludesWritten.class, this::onExcludesWritten)
        .onCommand(ListOperations.class, act((state, question) -> operations.look(question)))
        .onCommand(FindOperation.class, act((state, question) -> operations.look(question)))
        .onCommand(ProgressSeen.class, act(this::onProgressSeen))
        .onCommand(RetimeDrain.class, act(retimes::look))
        .onCommand(RetimeSeen.class, this::onRetimeSeen)
        .onCommand(FollowLists.class, act((state, wish) -> followers.add(state, wish.follower())))
        .onCommand(Unfollow.class, act((state, end) -> followers.remove(end.follower())))
        .onCommand(DrainsSeen.class, (state, seen) -> record(draining.seen(state, seen)))
        .onCommand(IdleSeen.class, this::onIdleSeen)
        .onCommand(Signal.class, this::onSignal);
    CommandHandler<NodesListCommand, NodesListEvent, NodesListState> handler = builder.build();
    return (state, command) -> handler.apply(state, unwrap(command));
  }

  private NodesListCommand unwrap(NodesListCommand command) {
    return command instanceof Passed passed ? passage.begin(passed) : command;
  }

  /** For a command that writes nothing. */
  private <C> BiFunction<NodesListState, C, Effect<NodesListEvent, NodesListState>> act(
      BiConsumer<NodesListState, C> action) {
    return (state, command) -> {
      action.accept(state, command);
      return Effect().none();
    };
  }

  @Override
  public SignalHandler<NodesListState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), start::recovered)
        .onSignal(PreRestart.instance(), state -> rejectAll())
        .onSignal(PostStop.instance(), state -> rejectAll())
        .build();
  }

  private void rejectAll() {
    refreshes.rejectAll(NOT_WRITTEN);
    registrar.rejectAll(NOT_WRITTEN);
  }

  // ---- start, refreshes ----

  private Effect<NodesListEvent, NodesListState> takeLead(NodesListState state) {
    return Effect().persist(start.takeLead(state)).thenRun(start::begin);
  }

  private Effect<NodesListEvent, NodesListState> onSettingsRead(
      NodesListState state, SettingsRead read) {
    if (read.purpose() instanceof ForRefresh refresh) {
      refreshes.take(state, refresh, read.settings());
    } else if (read.purpose() == AtStart.FIRST_LISTS) {
      return recordFirstLists(state, read.settings());
    } else {
      start.compare(state, read.settings());
    }
    return Effect().none();
  }

  private Effect<NodesListEvent, NodesListState> recordFirstLists(
      NodesListState state, ListSource.Settings settings) {
    List<NodesListEvent> events = start.firstLists(state, settings);
    return events.isEmpty()
        ? Effect().none()
        : Effect().persist(events).thenRun(next -> start.firstListsWritten(next, settings));
  }

  private void onSettingsRefused(NodesListState state, SettingsRefused refused) {
    if (refused.purpose() instanceof ForRefresh refresh) {
      refreshes.refuse(state, refresh.ticket(), refused);
    } else if (refused.purpose() instanceof AtStart purpose) {
      start.refused(purpose, refused);
    }
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
      forgetting.refreshed(state, commit);
      followers.refreshed(state, commit.settings());
    }
  }

  private Effect<NodesListEvent, NodesListState> onConfirmed(
      NodesListState state, Confirmed confirmed) {
    Optional<NodesListEvent> news =
        NodesListRules.confirm(state, confirmed.orders(), parts.byEbb(Origin.TIMER, state));
    return Effect()
        .persist(news.stream().toList()) // nothing, if it is written already
        .thenRun(durable -> confirmed.written().tell(Done.getInstance()));
  }

  /** Whoever asked for the edit is answered once it is durable what is to be remembered of it. */
  private Effect<NodesListEvent, NodesListState> onExcludesWritten(
      NodesListState state, ExcludesWritten written) {
    return Effect()
        .persist(editing.record(state, written).stream().toList())
        .thenRun(durable -> reading.look(new DescribeLists(written.command().replyTo())));
  }

  // ---- questions ----

  private void onFilesSeen(NodesListState state, FilesSeen seen) {
    passage.answered(seen.question());
    lists.tellSeen(state, seen);
  }

  private void onProgressSeen(NodesListState state, ProgressSeen seen) {
    passage.answered(seen.question());
    OperationsDesk.answer(state, seen);
  }

  // ---- another timeout ----

  private Effect<NodesListEvent, NodesListState> onRetimeSeen(
      NodesListState state, RetimeSeen seen) {
    passage.answered(seen.command());
    return retimes
        .decide(state, seen)
        .map(
            accepted ->
                Effect()
                    .persist(accepted.event())
                    .thenRun(next -> retimes.carryOut(next, seen.command(), accepted)))
        .orElseGet(() -> Effect().none());
  }

  // ---- registrations ----

  private void onAdmitNode(NodesListState state, AdmitNode command) {
    if (registrar.admit(state, command)) {
      context.getSelf().tell(Signal.ADMIT);
    }
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

  // ---- from time to time ----

  private Effect<NodesListEvent, NodesListState> onSignal(NodesListState state, Signal signal) {
    return switch (signal) {
      case TAKE_LEAD -> takeLead(state);
      case ADMIT -> admitWaiting(state);
      case WAKE -> {
        draining.lookAfter(state);
        yield Effect().none();
      }
      case FORGET -> {
        draining.lookAfter(state); // a node whose drain is not known to have ended is kept
        forgetting.askForNodes();
        yield record(forgetting.oldOperations(state));
      }
    };
  }

  private Effect<NodesListEvent, NodesListState> onIdleSeen(NodesListState state, IdleSeen seen) {
    Optional<Forgetting.OldNodes> old = forgetting.oldNodes(state, seen);
    return old.isEmpty()
        ? Effect().none()
        : Effect().persist(old.get().event()).thenRun(next -> forgetting.written(next, old.get()));
  }

  private Effect<NodesListEvent, NodesListState> record(Optional<NodesListEvent> event) {
    return record(event.stream().toList());
  }

  private Effect<NodesListEvent, NodesListState> record(List<NodesListEvent> events) {
    return events.isEmpty() ? Effect().none() : Effect().persist(events);
  }
}
