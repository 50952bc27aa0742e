package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.PostStop;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.SingletonActor;
import akka.cluster.typed.Subscribe;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.hosts.ListSource;
import ebb.node.NodeSharding;
import ebb.nodeslist.protocol.DrainQueueCommand;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.Leadership;
import ebb.nodeslist.protocol.ManagerMessage;
import ebb.nodeslist.protocol.ManagerMessage.Tick;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.Refresh;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster singleton before it leads: takes a term from the database, and becomes the {@link
 * NodesListManager} of that term. Soft state. The instance that runs it leads.
 */
public final class LeaderSingleton extends AbstractBehavior<LeaderCommand> {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderSingleton.class);
  private static final String NAME = "Leader";

  /** More than the NodesListManager can have under way: reads of files, and queries to nodes. */
  private static final int OWN_MESSAGES = 1_000;

  private static final Duration FIRST_RETRY = Duration.ofMillis(500);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(10);

  private final TimerScheduler<LeaderCommand> timers;
  private final StashBuffer<LeaderCommand> early;
  private final ManagerContext parts;
  private final Consumer<ActorContext<LeaderCommand>> membership;
  private final Executor blocking;

  /** Refreshes that wait for the leader; answered here if this actor stops. */
  private final List<Refresh> refreshes = new ArrayList<>();

  private Duration retryAfter = FIRST_RETRY;

  /**
   * Starts the singleton on the instance that has to run it. Node sharding must already be started
   * on this instance, and {@code ebb.blocking-dispatcher} must be configured.
   *
   * @param source read on the leading instance only
   * @param untracked which nodes are forgotten, as configured when this instance started
   * @param leadership called on the leading instance only
   * @param instance name of this instance in the journal
   * @param clock wall clock of plans and operations, the same for all instances
   * @return a reference to the leader; while there is none, a bounded number of messages waits
   */
  public static ActorRef<LeaderCommand> init(
      ActorSystem<?> system,
      ListSource source,
      UntrackedPolicy untracked,
      Leadership leadership,
      String instance,
      Clock clock) {
    ClusterSharding sharding = ClusterSharding.get(system);
    ManagerContext parts =
        new ManagerContext(
            0,
            source,
            leadership,
            (node, command) -> NodeSharding.ref(sharding, node).tell(command),
            NodesListSettings.of(system.settings().config()),
            untracked,
            clock,
            instance,
            new OperationIds(clock));
    Behavior<LeaderCommand> leader =
        Behaviors.supervise(create(parts, LeaderSingleton::followMembership))
            .onFailure(SupervisorStrategy.restartWithBackoff(FIRST_RETRY, LONGEST_RETRY, 0.1));
    return ClusterSingleton.get(system).init(SingletonActor.of(leader, NAME));
  }

  /** Nodes move when instances come and go. */
  private static void followMembership(ActorContext<LeaderCommand> leader) {
    Cluster.get(leader.getSystem())
        .subscriptions()
        .tell(
            Subscribe.create(
                leader.messageAdapter(MemberEvent.class, event -> Tick.MEMBERSHIP_CHANGED),
                MemberEvent.class));
  }

  /**
   * @param membership called once the leader has a term; subscribes it to membership changes
   */
  static Behavior<LeaderCommand> create(
      ManagerContext parts, Consumer<ActorContext<LeaderCommand>> membership) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    Behaviors.withStash(
                        parts.settings().startupStash() + OWN_MESSAGES,
                        stash -> new LeaderSingleton(context, timers, stash, parts, membership))));
  }

  private LeaderSingleton(
      ActorContext<LeaderCommand> context,
      TimerScheduler<LeaderCommand> timers,
      StashBuffer<LeaderCommand> early,
      ManagerContext parts,
      Consumer<ActorContext<LeaderCommand>> membership) {
    super(context);
    this.timers = timers;
    this.early = early;
    this.parts = parts;
    this.membership = membership;
    this.blocking = blocking(context);
    takeTerm();
  }

  /** Runs what blocks, off the actor's thread. */
  static Executor blocking(ActorContext<?> context) {
    return context
        .getSystem()
        .dispatchers()
        .lookup(DispatcherSelector.fromConfig("ebb.blocking-dispatcher"));
  }

  @Override
  public Receive<LeaderCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(ManagerMessage.TermTaken.class, this::onTermTaken)
        .onMessage(ManagerMessage.TermNotTaken.class, this::onTermNotTaken)
        .onMessageEquals(Tick.TAKE_TERM, this::takeTerm)
        .onMessage(ManagerMessage.RefreshExpired.class, this::onRefreshExpired)
        .onMessage(NodesListCommand.RefreshNodes.class, this::onRefresh)
        .onAnyMessage(this::keep)
        .onSignal(PostStop.class, stopped -> onStop())
        .build();
  }

  private Behavior<LeaderCommand> takeTerm() {
    getContext()
        .pipeToSelf(
            CompletableFuture.supplyAsync(parts.leadership()::takeTerm, blocking),
            (taken, failure) ->
                failure == null
                    ? new ManagerMessage.TermTaken(taken)
                    : new ManagerMessage.TermNotTaken(String.valueOf(failure.getMessage())));
    return this;
  }

  private Behavior<LeaderCommand> onTermNotTaken(ManagerMessage.TermNotTaken message) {
    LOG.warn("No leader term yet, next try in {}: {}", retryAfter, message.reason());
    timers.startSingleTimer(Tick.TAKE_TERM, retryAfter);
    Duration doubled = retryAfter.multipliedBy(2);
    retryAfter = doubled.compareTo(LONGEST_RETRY) < 0 ? doubled : LONGEST_RETRY;
    return this;
  }

  private Behavior<LeaderCommand> onTermTaken(ManagerMessage.TermTaken message) {
    membership.accept(getContext());
    return NodesListManager.create(parts.inTerm(message.term()), timers, early, refreshes);
  }

  private Behavior<LeaderCommand> onRefresh(NodesListCommand.RefreshNodes command) {
    if (refreshes.size() < parts.settings().startupStash()) {
      refreshes.add(new Refresh(command, timers, parts.settings().refreshTimeout()));
    }
    return this;
  }

  private Behavior<LeaderCommand> onRefreshExpired(ManagerMessage.RefreshExpired message) {
    message.refresh().expire();
    return this;
  }

  private Behavior<LeaderCommand> keep(LeaderCommand command) {
    if (command instanceof DrainQueueCommand request) {
      request.refuse();
    } else if (early.size() >= parts.settings().startupStash()) {
      LOG.debug("Not leading yet, too many messages wait, dropped {}", command);
    } else {
      early.stash(command);
    }
    return this;
  }

  private Behavior<LeaderCommand> onStop() {
    refreshes.forEach(Refresh::endWithLeader);
    return this;
  }
}
