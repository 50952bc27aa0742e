package ebb.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.BackoffSupervisorStrategy;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.SnapshotSelectionCriteria;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EffectBuilder;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.Recovery;
import akka.persistence.typed.javadsl.SignalHandler;
import ebb.domain.Decision;
import ebb.domain.DrainStatus;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.RejectionCode;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.metrics.ProcessMetrics;
import ebb.node.NodeCommand.Fact;
import ebb.node.NodeCommand.Get;
import ebb.node.NodeCommand.Reconcile;
import ebb.node.NodeCommand.Register;
import ebb.node.NodeCommand.ReportExpiry;
import ebb.node.NodeCommand.ReportHealth;
import ebb.node.NodeCommand.ReportReboot;
import ebb.node.NodeCommand.ReportWorkload;
import ebb.node.NodeCommand.Resize;
import ebb.node.NodeCommand.Unregister;
import ebb.node.NodeReply.Current;
import ebb.node.NodeReply.Refused;
import ebb.node.ReportFence.Recency;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The persistent, sharded actor of one node, and the only writer of its lifecycle. It decides
 * nothing itself: see {@link NodeLifecycle}, its hard state. The rest is soft state and rebuilt
 * after a crash: which facts are current ({@link ReportFence}), the watcher and the workload of a
 * drain ({@link WatcherHandle}), and what has been published to the leader ({@link
 * StatePublisher}).
 */
public final class RMNode extends EventSourcedBehavior<NodeCommand, NodeEvent, NodeLifecycle> {

  /** The entity id is {@link NodeId#toString()}, the persistence id {@code RMNode|host:port}. */
  public static final EntityTypeKey<NodeCommand> ENTITY_KEY =
      EntityTypeKey.create(NodeCommand.class, "RMNode");

  private static final Logger LOG = LoggerFactory.getLogger(RMNode.class);

  /** A node has few events, and all of them are kept: replaying them is fast enough. */
  private static final Recovery ALL_EVENTS =
      Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());

  /**
   * The sender retries what is dropped. After a write, stashed commands that need no write are
   * handled recursively, and about five hundred of them overflow a thread's stack
   * (akka/akka-core#29933).
   */
  private static final int STASH = 200;

  private static final BackoffSupervisorStrategy START_AGAIN =
      SupervisorStrategy.restartWithBackoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.2);

  private final ActorContext<NodeCommand> context;
  private final NodeId nodeId;
  private final Clock clock;
  private final NodeProvenance by;
  private final ReportFence fence = new ReportFence();
  private final WatcherHandle watch;
  private final StatePublisher publications;

  /** The persistence id of the node's events in the journal. */
  public static PersistenceId persistenceId(NodeId nodeId) {
    return PersistenceId.of(ENTITY_KEY.name(), nodeId.toString());
  }

  /**
   * For tests and for {@link NodeSharding#init}. A failure of any kind restarts the node with a
   * delay. The restarted node still knows the leader to publish to when its deadline passes.
   */
  public static Behavior<NodeCommand> create(NodeId nodeId, NodeSettings settings, Clock clock) {
    StatePublisher publications = new StatePublisher(nodeId, clock);
    return Behaviors.supervise(
            Behaviors.<NodeCommand>setup(
                context -> new RMNode(context, nodeId, settings, clock, publications)))
        .onFailure(START_AGAIN);
  }

  private RMNode(
      ActorContext<NodeCommand> context,
      NodeId nodeId,
      NodeSettings settings,
      Clock clock,
      StatePublisher publications) {
    // Also here, because a failed write would stop the actor before the supervision above sees it.
    super(persistenceId(nodeId), START_AGAIN);
    this.context = context;
    this.nodeId = nodeId;
    this.clock = clock;
    this.by = new NodeProvenance(settings.instance(), clock);
    this.watch = new WatcherHandle(context, nodeId, settings, clock);
    this.publications = publications;
  }

  @Override
  public NodeLifecycle emptyState() {
    return NodeLifecycle.unregistered(nodeId);
  }

  @Override
  public Recovery recovery() {
    return ALL_EVENTS;
  }

  @Override
  public Optional<Integer> stashCapacity() {
    return Optional.of(STASH);
  }

  // ---- commands: the rule is in the domain ----

  /** After each command, the node publishes what has changed. */
  @Override
  public CommandHandler<NodeCommand, NodeEvent, NodeLifecycle> commandHandler() {
    // Not Akka's builder, which would create a table of more than a kilobyte for each node.
    return (node, command) -> handle(node, command).thenRun(this::publish);
  }

  private EffectBuilder<NodeEvent, NodeLifecycle> handle(NodeLifecycle node, NodeCommand command) {
    if (command instanceof Fact fact) {
      return report(node, fact);
    } else if (command instanceof Reconcile reconcile) {
      return reconcile(node, reconcile);
    } else if (command instanceof Poll poll) {
      return poll(node, poll.epoch());
    } else if (command instanceof Register register) {
      return register(node, register);
    } else if (command instanceof Resize resize) {
      return resize(node, resize);
    } else if (command instanceof Get get) {
      return answer(get.replyTo(), this::current);
    }
    throw new IllegalStateException("No handler for " + command);
  }

  private EffectBuilder<NodeEvent, NodeLifecycle> reconcile(NodeLifecycle node, Reconcile command) {
    if (!isCurrent(fence.contactedBy(command.leader().term()))) {
      return ignore("the leader of term " + command.leader().term());
    }
    publications.follow(command.leader());
    publications.requestUnless(command.known());
    return command
        .order()
        .map(order -> carryOut(node, node.applyOrder(order, by.order(order))))
        .orElseGet(() -> Effect().none());
  }

  private EffectBuilder<NodeEvent, NodeLifecycle> register(NodeLifecycle node, Register command) {
    if (clock.instant().isAfter(command.giveUpAt())) {
      return refuseStale(command, "it was to be answered before " + command.giveUpAt());
    }
    if (!isCurrent(fence.register(command.stamp()))) {
      return refuseStale(command, "known here: " + fence);
    }
    publications.follow(command.stamp().leader());
    Decision decision =
        node.register(
            command.capacity(),
            command.healthy(),
            command.allowed(),
            by.nodeManager(Origin.REGISTRATION, command.stamp(), command.listVersion()));
    return carryOut(node, decision, command.replyTo());
  }

  private EffectBuilder<NodeEvent, NodeLifecycle> refuseStale(Register command, String reason) {
    var stale = new Refused(nodeId, RejectionCode.STALE, reason);
    return answer(command.replyTo(), unchanged -> stale);
  }

  /** The sender of a fact repeats it until the node publishes that it has processed the fact. */
  private EffectBuilder<NodeEvent, NodeLifecycle> report(NodeLifecycle node, Fact fact) {
    if (!isCurrent(fence.classify(fact.stamp()))) {
      return ignore("a fact of " + fact.stamp());
    }
    publications.follow(fact.stamp().leader());
    publications.request();
    return fact instanceof ReportWorkload report
        ? followWorkload(node, report)
        : carryOut(node, decide(node, fact));
  }

  private Decision decide(NodeLifecycle node, Fact fact) {
    if (fact instanceof ReportHealth health) {
      return node.reportHealth(
          health.healthy(), health.report(), byNodeManager(Origin.HEARTBEAT, node, fact));
    } else if (fact instanceof ReportExpiry) {
      return node.expire(by.expiry(node));
    } else if (fact instanceof ReportReboot) {
      return node.reboot(byNodeManager(Origin.HEARTBEAT, node, fact));
    } else if (fact instanceof Unregister) {
      return node.shutDown(byNodeManager(Origin.UNREGISTRATION, node, fact));
    }
    throw new IllegalStateException("No rule for " + fact);
  }

  private Provenance byNodeManager(Origin origin, NodeLifecycle node, Fact fact) {
    return by.nodeManager(origin, fact.stamp(), node.listVersion());
  }

  private EffectBuilder<NodeEvent, NodeLifecycle> followWorkload(
      NodeLifecycle node, ReportWorkload command) {
    if (!fence.acceptReport(command, watch.since(command.epoch()))) {
      return ignore(
          "report "
              + command.sequence()
              + " on epoch "
              + command.epoch()
              + " that knows revision "
              + command.knownRevision()
              + " by "
              + command.stamp());
    }
    watch.report(command.workload(), command.stamp().peer());
    return endDrain(node, command.epoch());
  }

  private EffectBuilder<NodeEvent, NodeLifecycle> resize(NodeLifecycle node, Resize command) {
    if (!isCurrent(fence.contactedBy(command.leader().term()))) {
      return ignore("a size by the leader of term " + command.leader().term());
    }
    publications.follow(command.leader());
    Decision decision = node.resize(command.capacity(), by.initiator(node, command.initiator()));
    return carryOut(node, decision, command.replyTo());
  }

  /**
   * Ends a drain with nothing left to wait for. A tick is a hint: the rules check its epoch, and
   * the clock, again.
   */
  private EffectBuilder<NodeEvent, NodeLifecycle> endDrain(NodeLifecycle node, long epoch) {
    return switch (watch.progress().map(DrainProgress::status).orElse(DrainStatus.NONE)) {
      case READY -> carryOut(node, node.drained(epoch, by.reporter(node, watch.reporter())));
      case TIMEOUT -> carryOut(node, node.deadlineReached(epoch, by.deadline(node)));
      case NONE, WAIT_CONTAINER, WAIT_APP, DECOMMISSIONED -> Effect().none();
    };
  }

  /** A tick also records the progress of a drain that continues. */
  private EffectBuilder<NodeEvent, NodeLifecycle> poll(NodeLifecycle node, long epoch) {
    DrainStatus status = watch.progress().map(DrainProgress::status).orElse(DrainStatus.NONE);
    boolean goesOn =
        switch (status) {
          case WAIT_CONTAINER, WAIT_APP -> true;
          case READY -> node.drain().filter(drain -> drain.timeout().held()).isPresent();
          case NONE, TIMEOUT, DECOMMISSIONED -> false;
        };
    return goesOn
        ? carryOut(node, watch.progressed(node, epoch, by.reporter(node, watch.reporter())))
        : endDrain(node, epoch);
  }

  // ---- effects ----

  /** The only place where a decision becomes an effect. */
  private EffectBuilder<NodeEvent, NodeLifecycle> carryOut(
      NodeLifecycle node, Decision decision, ActorRef<NodeReply> replyTo) {
    if (decision instanceof Decision.Persist persist) {
      List<NodeEvent> events = watch.withEnding(persist.events());
      return Effect()
          .persist(events)
          .thenRun(next -> show(node, events, next))
          .thenRun(next -> replyTo.tell(current(next)));
    } else if (decision instanceof Decision.Reject reject) {
      log(node, "refused: " + reject.reason());
      var refused = new Refused(nodeId, reject.code(), reject.reason());
      return answer(replyTo, unchanged -> refused);
    } else if (decision instanceof Decision.NoChange noChange) {
      log(node, "nothing to do: " + noChange.reason());
    }
    return answer(replyTo, this::current);
  }

  /** For facts and signals: their sender reads what the node publishes. */
  private EffectBuilder<NodeEvent, NodeLifecycle> carryOut(NodeLifecycle node, Decision decision) {
    return carryOut(node, decision, context.getSystem().ignoreRef());
  }

  private void show(NodeLifecycle before, List<NodeEvent> events, NodeLifecycle next) {
    NodeLifecycle from = before;
    for (int i = 0; i < events.size(); i++) {
      NodeEvent event = events.get(i);
      NodeLifecycle to = i == events.size() - 1 ? next : from.apply(event);
      var line = new TransitionLogLine(from, to, event);
      if (event instanceof ListVersionAdvanced || event instanceof DecommissioningProgressed) {
        LOG.debug("{}", line);
      } else {
        LOG.info("{}", line);
      }
      countEnd(from, to);
      from = to;
    }
    watch.follow(next.drain(), lastSequenceNumber(context));
  }

  private static void countEnd(NodeLifecycle from, NodeLifecycle to) {
    to.lastDrain()
        .filter(end -> !from.lastDrain().equals(Optional.of(end)))
        .ifPresent(
            end ->
                end.took()
                    .ifPresent(time -> ProcessMetrics.DRAINS.observe(time, end.outcome().name())));
  }

  private boolean isCurrent(Recency recency) {
    if (recency == Recency.NEWER) {
      watch.forgetWorkload();
    }
    return recency != Recency.STALE;
  }

  private EffectBuilder<NodeEvent, NodeLifecycle> answer(
      ActorRef<NodeReply> replyTo, Function<NodeLifecycle, NodeReply> reply) {
    return Effect().none().thenRun(node -> replyTo.tell(reply.apply(node)));
  }

  private EffectBuilder<NodeEvent, NodeLifecycle> ignore(String what) {
    LOG.debug("nodeId={} ignores {}; known here: {}", nodeId, what, fence);
    return Effect().none();
  }

  private void log(NodeLifecycle node, String what) {
    LOG.debug("nodeId={} epoch={} {} {}", nodeId, node.lastEpoch(), node.state(), what);
  }

  // ---- events ----

  @Override
  public EventHandler<NodeLifecycle, NodeEvent> eventHandler() {
    return NodeLifecycle::apply;
  }

  /** After recovery, a drain continues; a deadline that has passed in between fires at once. */
  @Override
  public SignalHandler<NodeLifecycle> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(RecoveryCompleted.instance(), this::onRecovered)
        .build();
  }

  private void onRecovered(NodeLifecycle node) {
    watch.begin(node, lastSequenceNumber(context));
    node.drain().ifPresent(drain -> LOG.info("{}", new RecoveryLogLine(nodeId, drain)));
    publish(node);
  }

  // ---- publications and replies ----

  private NodeReply current(NodeLifecycle node) {
    return new Current(publish(node));
  }

  /** The current state of the node. It is published to the leader first, if that lacks it. */
  NodeStateUpdate publish(NodeLifecycle node) {
    return publications.publish(lastSequenceNumber(context), node, watch.progress());
  }
}
