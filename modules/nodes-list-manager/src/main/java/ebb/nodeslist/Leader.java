package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.SingletonActor;
import ebb.domain.lists.UntrackedPolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster singleton: takes a term from the database, then starts the view of the nodes and the
 * NodesListManager under it, and passes messages on to them. Soft state; the instance that holds it
 * leads.
 */
public final class Leader extends AbstractBehavior<LeaderCommand> {
  private static final Logger LOG = LoggerFactory.getLogger(Leader.class);
  private static final String NAME = "Leader";
  private static final Duration FIRST_RETRY = Duration.ofMillis(500);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(10);

  /**
   * What the leader works with.
   *
   * @param instance name of this instance, for the journal
   * @param operationIds gives each refresh its name
   */
  record Parts(
      ListSource source,
      Leadership leadership,
      NodeGateway nodes,
      Membership membership,
      NodesListSettings settings,
      UntrackedPolicy untracked,
      Clock clock,
      String instance,
      Supplier<String> operationIds) {}

  private final ActorContext<LeaderCommand> context;
  private final TimerScheduler<LeaderCommand> timers;
  private final StashBuffer<LeaderCommand> early;
  private final Turnstile turnstile;
  private final Parts parts;
  private final Executor blocking;
  private Duration retryAfter = FIRST_RETRY;
  private long term;
  private boolean leading;
  private @Nullable ActorRef<DirectoryCommand> directory;
  private @Nullable ActorRef<NodesListCommand> manager;

  /**
   * Starts the singleton, wherever it has to run. Sharding of nodes must have been started on this
   * instance before, and {@code ebb.blocking-dispatcher} must be configured.
   *
   * @param source read on the leading instance only
   * @param untracked which nodes are forgotten, as configured when this instance started
   * @param leadership called on the leading instance only
   * @param instance name of this instance in the journal
   * @param clock wall clock of plans and operations, the same for all instances
   * @return the way to the leader from here; messages wait, in bounded number, while there is none
   */
  public static ActorRef<LeaderCommand> init(
      ActorSystem<?> system,
      ListSource source,
      UntrackedPolicy untracked,
      Leadership leadership,
      String instance,
      Clock clock) {
    Parts parts =
        new Parts(
            source,
            leadership,
            new ShardedNodes(system),
            Membership.ofCluster(system),
            NodesListSettings.of(system.settings().config()),
            untracked,
            clock,
            instance,
            new OperationIds(clock));
    Behavior<LeaderCommand> leader =
        Behaviors.supervise(create(parts))
            .onFailure(SupervisorStrategy.restartWithBackoff(FIRST_RETRY, LONGEST_RETRY, 0.1));
    return ClusterSingleton.get(system).init(SingletonActor.of(leader, NAME));
  }

  static Behavior<LeaderCommand> create(Parts parts) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    Behaviors.withStash(
                        parts.settings().startupStash(),
                        stash -> new Leader(context, timers, stash, parts))));
  }

  private Leader(
      ActorContext<LeaderCommand> context,
      TimerScheduler<LeaderCommand> timers,
      StashBuffer<LeaderCommand> early,
      Parts parts) {
    super(context);
    this.context = context;
    this.timers = timers;
    this.early = early;
    this.turnstile = new Turnstile(parts.settings().startupStash());
    this.parts = parts;
    this.blocking =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(Reading.BLOCKING_DISPATCHER));
    takeTerm();
  }

  // ---- taking the lead ----

  @Override
  public Receive<LeaderCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(LeaderMessage.TermTaken.class, this::onTermTaken)
        .onMessage(LeaderMessage.TermNotTaken.class, this::onTermNotTaken)
        .onMessageEquals(LeaderMessage.Signal.TAKE_TERM, this::takeTerm)
        .onMessageEquals(LeaderMessage.Signal.MANAGER_READY, this::onManagerReady)
        .onMessage(LeaderMessage.Taken.class, this::onTaken)
        .onMessage(LeaderMessage.StartRefused.class, this::onStartRefused)
        .onMessage(LeaderMessage.Superseded.class, this::onSuperseded)
        .onMessageEquals(LeaderMessage.Signal.MEMBERSHIP_CHANGED, this::onMembershipChanged)
        .onMessage(NodesListCommand.RefreshNodes.class, this::onRefresh)
        .onMessage(NodesListCommand.class, this::onManagerCommand)
        .onMessage(DirectoryCommand.class, this::onDirectoryCommand)
        .onSignal(PreRestart.class, failed -> onStop())
        .onSignal(PostStop.class, stopped -> onStop())
        .build();
  }

  private Behavior<LeaderCommand> takeTerm() {
    context.pipeToSelf(
        CompletableFuture.supplyAsync(parts.leadership()::takeTerm, blocking),
        (taken, failure) ->
            failure == null
                ? new LeaderMessage.TermTaken(taken)
                : new LeaderMessage.TermNotTaken(String.valueOf(failure.getMessage())));
    return this;
  }

  private Behavior<LeaderCommand> onTermNotTaken(LeaderMessage.TermNotTaken message) {
    LOG.warn("No leader term yet, next try in {}: {}", retryAfter, message.reason());
    timers.startSingleTimer(LeaderMessage.Signal.TAKE_TERM, retryAfter);
    Duration doubled = retryAfter.multipliedBy(2);
    retryAfter = doubled.compareTo(LONGEST_RETRY) < 0 ? doubled : LONGEST_RETRY;
    return this;
  }

  private Behavior<LeaderCommand> onTermTaken(LeaderMessage.TermTaken message) {
    term = message.term();
    directory =
        context.spawn(
            NodeDirectory.create(
                term, parts.nodes(), parts.settings(), parts.clock(), parts.leadership()::sighting),
            "NodeDirectory");
    manager =
        context.spawn(
            NodesListManager.create(
                new ManagerParts(
                    term,
                    parts.source(),
                    directory,
                    parts.nodes(),
                    context.getSelf(),
                    parts.settings(),
                    parts.untracked(),
                    parts.clock(),
                    parts.instance(),
                    parts.operationIds())),
            "NodesListManager");
    // Neither is expected to end; without a handler this actor ends with them and starts over.
    context.watch(directory);
    context.watch(manager);
    parts.membership().follow(context);
    return this;
  }

  private Behavior<LeaderCommand> onManagerReady() {
    if (manager == null) { // that one ended together with an earlier life of this actor
      return this;
    }
    if (leading) { // the manager was restarted
      turnstile.restarted();
      letThrough();
      return this;
    }
    leading = true;
    LOG.info("Leading in term {}", term);
    parts.leadership().onLeading(term, context.getSelf());
    return early.unstashAll(this);
  }

  private Behavior<LeaderCommand> onStartRefused(LeaderMessage.StartRefused message) {
    LOG.error("Cannot start without the lists: {}", message.reason());
    parts.leadership().onStartRefused(message.reason());
    return this;
  }

  /**
   * Another instance leads. This one was left out of the cluster and does not know it yet, perhaps
   * because its process was paused; it must not take another term, and waits to be told to end.
   */
  private Behavior<LeaderCommand> onSuperseded(LeaderMessage.Superseded message) {
    LOG.error("Leading no longer: term {} was followed by {}", term, message.by());
    onStop();
    return this;
  }

  // ---- passing on ----

  private Behavior<LeaderCommand> onRefresh(NodesListCommand.RefreshNodes command) {
    Duration timeout = parts.settings().refreshTimeout();
    ActorRef<NodesListReply> call =
        context.spawnAnonymous(RefreshCall.create(command.replyTo(), timeout));
    NodesListCommand.RefreshNodes bounded =
        new NodesListCommand.RefreshNodes(
            command.request(),
            command.initiator(),
            command.dryRun(),
            command.requireConfirmation(),
            call);
    Instant giveUpAt = parts.clock().instant().plus(timeout);
    return onManagerCommand(new ManagerMessage.Refresh(bounded, giveUpAt));
  }

  private Behavior<LeaderCommand> onManagerCommand(NodesListCommand command) {
    if (!leading || manager == null) {
      return keep(command);
    }
    if (!turnstile.add(command)) {
      LOG.debug("Too many messages wait, dropped {}", command);
    }
    letThrough();
    return this;
  }

  private Behavior<LeaderCommand> onTaken(LeaderMessage.Taken message) {
    turnstile.taken(message.number());
    letThrough();
    return this;
  }

  private void letThrough() {
    if (manager != null) {
      turnstile.next().forEach(manager::tell);
    }
  }

  private Behavior<LeaderCommand> onDirectoryCommand(DirectoryCommand command) {
    if (leading && directory != null) {
      directory.tell(command);
      return this;
    }
    return keep(command);
  }

  private Behavior<LeaderCommand> keep(LeaderCommand command) {
    if (early.isFull()) {
      LOG.debug("Not leading yet, too many messages wait, dropped {}", command);
    } else {
      early.stash(command);
    }
    return this;
  }

  private Behavior<LeaderCommand> onMembershipChanged() {
    if (directory != null) {
      directory.tell(DirectoryMessage.Signal.MEMBERSHIP_CHANGED);
    }
    return this;
  }

  private Behavior<LeaderCommand> onStop() {
    if (leading) {
      leading = false;
      parts.leadership().onDeposed(term);
    }
    return this;
  }
}
