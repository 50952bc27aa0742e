package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.domain.NodeId;
import ebb.domain.NodeOrder;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Origin;
import ebb.domain.refresh.NodesListRules;
import ebb.hosts.ListSource;
import ebb.nodeslist.lists.HostListPublisher;
import ebb.nodeslist.lists.HostListQueries;
import ebb.nodeslist.lists.ObservedLists;
import ebb.nodeslist.lists.SerialIoExecutor;
import ebb.nodeslist.lists.Subscribers;
import ebb.nodeslist.lists.SubstituteLists;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRead;
import ebb.nodeslist.protocol.ManagerMessage.SettingsRefused;
import ebb.nodeslist.protocol.ManagerMessage.Tick;
import ebb.nodeslist.protocol.NodeTableCommand;
import ebb.nodeslist.protocol.NodesListCommand.AdmitNode;
import ebb.nodeslist.protocol.NodesListCommand.ChangeDrainTimeout;
import ebb.nodeslist.protocol.NodesListCommand.DescribeLists;
import ebb.nodeslist.protocol.NodesListCommand.EditExcludes;
import ebb.nodeslist.protocol.NodesListCommand.FindOperation;
import ebb.nodeslist.protocol.NodesListCommand.GetLists;
import ebb.nodeslist.protocol.NodesListCommand.ListOperations;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;
import ebb.nodeslist.protocol.Refresh;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader of one term, and the single owner of its state: the lists in force, the register,
 * operations and orders (hard state, from the journal, in {@link CommitQueue}), and the
 * publications of the nodes (soft state, in {@link NodeTable}). Handles one message at a time.
 * Decides at once, by the rules of {@link NodesListRules}, while the journal appends. Nothing is
 * reported as done before it is durable.
 */
final class NodesListManager extends AbstractBehavior<LeaderCommand> {
  private static final Logger LOG = LoggerFactory.getLogger(NodesListManager.class);

  private final TimerScheduler<LeaderCommand> timers;
  private final StashBuffer<LeaderCommand> early;
  private final ManagerContext parts;
  private final CommitQueue commits;
  private final NodeTable table;
  private final Subscribers subscribers;
  private final FanOut fanOut;
  private final HostListLoader loader;
  private final RegistrationProcessor registrations;
  private final RefreshProcessor refreshes;
  private final TimeoutChangeProcessor timeoutChanges;
  private final ExcludeFileEditor editor;
  private final HostListQueries hostQueries;
  private final HostListPublisher hosts;
  private final OperationQueries operations;
  private final NodeQueries nodeQueries;
  private final NodeSettler expirer;
  private final DrainStatusLog statusLog;
  private final QueueProcessor queue;
  private final StartupLists activation;

  private ManagerPhase phase = ManagerPhase.RECOVERING;

  /** The steps of {@link Reconciler#STEP} since this instance became leader. */
  private long steps;

  /**
   * @param timers the singleton's timers, including those of the refreshes
   * @param early messages that arrived before the singleton had a term
   * @param waiting refreshes that arrived before the singleton had a term
   */
  static Behavior<LeaderCommand> create(
      ManagerContext parts,
      TimerScheduler<LeaderCommand> timers,
      StashBuffer<LeaderCommand> early,
      List<Refresh> waiting) {
    return Behaviors.setup(context -> new NodesListManager(context, timers, early, parts, waiting));
  }

  private NodesListManager(
      ActorContext<LeaderCommand> context,
      TimerScheduler<LeaderCommand> timers,
      StashBuffer<LeaderCommand> early,
      ManagerContext parts,
      List<Refresh> waiting) {
    super(context);
    NodesListSettings settings = parts.settings();
    ActorRef<NodesListJournal.Command> journal =
        context.spawn(
            NodesListJournal.create(context.getSelf(), settings.snapshotEvery()),
            "NodesListJournal");
    // It restarts by itself; if it stops nevertheless, this actor fails too.
    context.watch(journal);
    ListSource source = new ObservedLists(parts.source(), parts.clock());
    Executor blocking = LeaderSingleton.blocking(context);
    SerialIoExecutor lane = new SerialIoExecutor(settings.readTimeout(), parts.clock(), blocking);
    SubstituteLists substitutes = new SubstituteLists(settings.protectDrains());
    this.timers = timers;
    this.early = early;
    this.parts = parts;
    this.commits = new CommitQueue(events -> journal.tell(new NodesListJournal.Append(events)));
    this.table = new NodeTable(parts.clock());
    this.subscribers = new Subscribers(context);
    this.fanOut = new FanOut(context, parts, commits, table, subscribers);
    this.loader = new HostListLoader(context, settings.readTimeout(), source, lane);
    this.registrations = new RegistrationProcessor(parts, commits, fanOut);
    this.expirer = new NodeSettler(parts, commits, table, fanOut, registrations);
    this.hosts = new HostListPublisher(subscribers, parts.untracked());
    this.refreshes =
        new RefreshProcessor(
            parts, commits, table, fanOut, loader, registrations, substitutes, expirer, hosts);
    waiting.forEach(refreshes::add);
    this.timeoutChanges = new TimeoutChangeProcessor(context, parts, commits, table, fanOut);
    this.editor =
        new ExcludeFileEditor(context, parts, source, substitutes, lane, table, registrations);
    this.hostQueries = new HostListQueries(settings.protectDrains(), substitutes);
    this.operations = new OperationQueries(commits, table);
    this.nodeQueries =
        new NodeQueries(
            parts.leadership(),
            commits,
            table,
            new SerialIoExecutor(settings.readTimeout(), parts.clock(), blocking));
    this.statusLog = new DrainStatusLog(table);
    this.queue = new QueueProcessor(context, parts, commits, table);
    this.activation = new StartupLists(parts, commits, refreshes, hosts, substitutes, this::lead);
  }

  @Override
  public Receive<LeaderCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(LeaderCommand.class, any -> phase == ManagerPhase.SUPERSEDED, this::refuse)
        .onMessage(LeaderCommand.class, m -> phase.holdsBack(m), this::keep)
        .onMessage(ManagerMessage.Recovered.class, act(message -> onRecovered(message.state())))
        .onMessage(ManagerMessage.Appended.class, act(message -> commits.appended()))
        .onMessage(ManagerMessage.AppendFailed.class, act(message -> onAppendFailed()))
        .onMessage(ManagerMessage.Published.class, act(m -> fanOut.published(m.publication())))
        .onMessage(NodeTableCommand.Admitted.class, act(m -> fanOut.passedOn(m.publication())))
        .onMessage(NodeTableCommand.PlanAcknowledged.class, act(fanOut::acknowledged))
        .onMessage(ManagerMessage.RefreshExpired.class, act(m -> m.refresh().expire()))
        .onMessage(
            ManagerMessage.SubscriberEnded.class, act(m -> subscribers.remove(m.subscriber())))
        .onMessageEquals(Tick.STEP, act(this::onStep))
        .onMessageEquals(Tick.MEMBERSHIP_CHANGED, act(this::askAll))
        .onMessage(RefreshNodes.class, act(this::onRefresh))
        .onMessage(SettingsRead.class, act(this::onSettingsRead))
        .onMessage(SettingsRefused.class, act(this::onSettingsRefused))
        .onMessage(AdmitNode.class, act(registrations::admit))
        .onMessage(ChangeDrainTimeout.class, act(timeoutChanges::change))
        .onMessage(ManagerMessage.TimeoutChangeSeen.class, act(timeoutChanges::seen))
        .onMessage(EditExcludes.class, act(command -> editor.start(commits.current(), command)))
        .onMessage(ManagerMessage.ExcludesWritten.class, act(this::onExcludesWritten))
        .onMessage(
            GetLists.class, act(query -> hostQueries.tellInForce(commits.committed(), query)))
        .onMessage(DescribeLists.class, act(loader::inspect))
        .onMessage(
            ManagerMessage.FilesSeen.class,
            act(seen -> hostQueries.tellSeen(commits.committed(), seen)))
        .onMessage(DrainQueueCommand.class, act(queue::handle))
        .onMessage(ManagerMessage.ListsForBatch.class, act(m -> queue.begin(m.lists())))
        .onMessage(ManagerMessage.BatchEnded.class, act(queue::ended))
        .onMessage(ListOperations.class, act(operations::answer))
        .onMessage(FindOperation.class, act(operations::answer))
        .onMessage(NodeTableCommand.ListNodes.class, act(nodeQueries::answer))
        .onMessage(NodeTableCommand.DescribeWork.class, act(nodeQueries::answer))
        .onMessage(NodeTableCommand.Subscribe.class, act(wish -> subscribe(wish.subscriber())))
        .onSignal(PreRestart.class, failed -> onStop())
        .onSignal(PostStop.class, stopped -> onStop())
        .build();
  }

  /** A message that fails is skipped: its content is sent again, or its sender retries. */
  private <M> akka.japi.function.Function<M, Behavior<LeaderCommand>> act(Consumer<M> handler) {
    return message -> {
      attempt(message.getClass().getSimpleName(), () -> handler.accept(message));
      return this;
    };
  }

  private akka.japi.function.Creator<Behavior<LeaderCommand>> act(Runnable handler) {
    return () -> {
      attempt("Tick", handler);
      return this;
    };
  }

  private static void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("{} failed", what, e);
    }
  }

  // ---- from recovery to leadership ----

  private void onStep() {
    steps++;
    attempt("Tick", fanOut::step);
    every(parts.settings().wakeEvery(), expirer::settle);
    every(parts.settings().pollInterval(), () -> statusLog.write(parts.now()));
    every(parts.untracked().period(), expirer::expire);
    every(QueueProcessor.PERIOD, queue::step);
  }

  private void every(Duration period, Runnable work) {
    if (steps % Reconciler.steps(period) == 0) {
      attempt("Tick", work);
    }
  }

  private Behavior<LeaderCommand> refuse(LeaderCommand message) {
    if (message instanceof RefreshNodes refresh) {
      refresh.replyTo().tell(Refresh.DEPOSED);
    }
    return this;
  }

  /**
   * Stashes a bounded number of messages from elsewhere; this actor's own messages are few. No
   * operator request waits for an unavailable journal: it would be carried out long after the
   * operator has given up.
   */
  private Behavior<LeaderCommand> keep(LeaderCommand message) {
    if (phase == ManagerPhase.RECOVERING_LEADER && message instanceof EditExcludes edit) {
      editor.refuse(edit);
    } else if (message instanceof DrainQueueCommand command) {
      command.refuse();
    } else if (early.size() >= parts.settings().startupStash()
        && !(message instanceof ManagerMessage)) {
      LOG.debug("Too many messages wait, dropped {}", message);
    } else {
      early.stash(message);
    }
    return this;
  }

  /**
   * Nothing is done before the lead is also recorded in the journal: an earlier leader that has not
   * noticed its end could still write there.
   */
  private void onRecovered(NodesListState state) {
    long known = commits.committed().listVersion();
    commits.recovered(state);
    if (NodesListRules.isSuperseded(state, parts.term())) {
      LOG.error(
          "No longer the leader: term {} was superseded by term {}",
          parts.term(),
          state.leaderTerm());
      onStop();
      return;
    }
    List<NodesListEvent> lead =
        NodesListRules.takeLead(state, parts.term(), parts.byEbb(Origin.START, state)).stream()
            .toList();
    commits.submit(
        PendingCommit.of(
            lead,
            durable -> {
              if (phase.isLeader()) {
                resume(durable, known);
              } else {
                start(durable);
              }
            }));
  }

  private void start(NodesListState state) {
    askAll();
    // At a fixed rate, steps missed in a pause would run at once, and address the whole fleet.
    timers.startTimerWithFixedDelay(Tick.STEP, Reconciler.STEP);
    loader.start(Optional.empty());
    if (state.listVersion() == 0) {
      phase = ManagerPhase.STARTING;
    } else {
      lead();
    }
  }

  /**
   * The journal may hold a refresh that was never announced.
   *
   * @param known the newest list version that was known to be durable
   */
  private void resume(NodesListState state, long known) {
    fanOut.resume(known);
    if (state.listVersion() > known) {
      hosts.tell(state);
      expirer.refreshed(state, table.all());
    }
    lead();
  }

  /**
   * Nodes with an unsettled order come first: the request includes the order, and nothing else
   * watches their deadlines until they wake. Among them, nodes with the newest order come first,
   * because they may not have it yet.
   */
  private void askAll() {
    NodesListState state = commits.committed();
    Set<NodeId> nodes = new LinkedHashSet<>();
    state.unsettledOrders().stream()
        .sorted(Comparator.comparingLong(NodeOrder::listVersion).reversed())
        .forEach(order -> nodes.add(order.nodeId()));
    nodes.addAll(state.registeredIds());
    fanOut.ask(nodes);
  }

  private void lead() {
    boolean isNew = !phase.isLeader();
    phase = ManagerPhase.LEADING;
    LOG.info("Lists in force: {}", commits.committed());
    if (isNew) {
      LOG.info("Leading in term {}", parts.term());
      parts.leadership().onLeading(fanOut.leader(), getContext().getSelf());
    }
    refreshes.proceed();
    early.unstashAll(this);
  }

  private void onAppendFailed() {
    phase = phase.isLeader() ? ManagerPhase.RECOVERING_LEADER : ManagerPhase.RECOVERING;
    commits.failed();
  }

  private Behavior<LeaderCommand> onStop() {
    boolean led = phase.isLeader();
    phase = ManagerPhase.SUPERSEDED;
    fanOut.endWithLeader();
    refreshes.endWithLeader();
    if (led) {
      parts.leadership().onDeposed(parts.term());
    }
    return this;
  }

  // ---- input for decisions ----

  private void onRefresh(RefreshNodes command) {
    refreshes.add(new Refresh(command, timers, parts.settings().refreshTimeout()));
    if (phase == ManagerPhase.LEADING) {
      refreshes.proceed();
    }
  }

  private void onSettingsRead(SettingsRead read) {
    read.refresh()
        .ifPresentOrElse(
            refresh -> refreshes.take(refresh, read.settings()),
            () -> activation.read(read.settings()));
  }

  private void onSettingsRefused(SettingsRefused refused) {
    refused
        .refresh()
        .ifPresentOrElse(
            refresh -> refreshes.refuse(refresh, refused), () -> activation.refused(refused));
  }

  /** The sender of the edit is answered once the record of the edit is durable. */
  private void onExcludesWritten(ManagerMessage.ExcludesWritten written) {
    commits.submit(
        new PendingCommit(
            editor.record(commits.current(), written).stream().toList(),
            durable -> loader.inspect(new DescribeLists(written.command().replyTo())),
            () -> early.stash(written)));
  }

  private void subscribe(ActorRef<NodeTableCommand.News> subscriber) {
    fanOut.subscribe(subscriber);
    hosts.tell(commits.committed(), subscriber);
  }
}
