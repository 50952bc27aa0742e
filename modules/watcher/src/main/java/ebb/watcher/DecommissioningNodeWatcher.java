package ebb.watcher;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.domain.Drain;
import ebb.domain.DrainStatus;
import ebb.domain.NodeId;
import ebb.domain.Workload;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one drain of one node, in the place of YARN's DecommissioningNodesWatcher, which watches
 * all of them in memory. Soft state only: after a crash it begins again from the journaled drain,
 * with an unknown workload. It decides nothing; whoever spawned it does, and stops it at the end of
 * the drain.
 *
 * <p>Time comes from the wall clock, because start and deadline are in the journal as such. A clock
 * that is set forward, or a timer that is lost, delays a deadline until the next poll and no
 * longer.
 */
public final class DecommissioningNodeWatcher
    extends AbstractBehavior<DecommissioningNodeWatcher.Command> {

  public sealed interface Command {}

  /**
   * The drain has another timeout.
   *
   * @param drain of the same epoch; another drain needs another watcher, and is ignored here
   */
  public record Follow(Drain drain) implements Command {}

  /** A current report of what the node still waits for. */
  public record WorkloadReported(Workload workload) implements Command {}

  /** The NodeManager registered anew, or the leader changed: unknown is not empty. */
  public record WorkloadUnknown() implements Command {}

  private enum Tick implements Command {
    DEADLINE,
    POLL
  }

  private static final Logger LOG = LoggerFactory.getLogger(DecommissioningNodeWatcher.class);

  /** Akka refuses timers of 2^31 ticks and more, which are 24 days at its shortest tick. */
  private static final Duration LONGEST_TIMER = Duration.ofDays(1);

  private final TimerScheduler<Command> timers;
  private final NodeId nodeId;
  private final NodePort node;
  private final Clock clock;
  private Drain drain;
  private Optional<Workload> workload = Optional.empty();
  private DrainStatus status;

  /**
   * @param pollInterval how often the watcher logs, looks at the clock and repeats what it told the
   *     node, for the first time in the second half of an interval; longer than zero
   */
  public static Behavior<Command> create(
      NodeId nodeId, Drain drain, NodePort node, Duration pollInterval, Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  timers.startTimerWithFixedDelay(
                      Tick.POLL, Tick.POLL, firstPoll(nodeId, pollInterval), pollInterval);
                  return new DecommissioningNodeWatcher(
                      context, timers, nodeId, drain, node, clock);
                }));
  }

  /**
   * Another one for each node: ten thousand that a refresh drains at once would poll at once, and
   * deadlines that are due just then would wait for them. Not at the beginning, when the refresh is
   * still on its way to other nodes.
   */
  static Duration firstPoll(NodeId nodeId, Duration pollInterval) {
    double share = new SplittableRandom(nodeId.hashCode()).nextDouble(0.5, 1);
    return Duration.ofNanos(1 + (long) (share * pollInterval.toNanos()));
  }

  private DecommissioningNodeWatcher(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      NodeId nodeId,
      Drain drain,
      NodePort node,
      Clock clock) {
    super(context);
    this.timers = timers;
    this.nodeId = nodeId;
    this.node = node;
    this.clock = clock;
    this.drain = drain;
    this.status = DrainStatus.of(drain, workload, clock.instant());
    armDeadline();
    tell();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Follow.class, this::onFollow)
        .onMessage(WorkloadReported.class, report -> onWorkload(Optional.of(report.workload())))
        .onMessage(WorkloadUnknown.class, unknown -> onWorkload(Optional.empty()))
        .onMessageEquals(Tick.DEADLINE, this::onDeadline)
        .onMessageEquals(Tick.POLL, this::onPoll)
        .build();
  }

  private Behavior<Command> onFollow(Follow command) {
    if (command.drain().epoch() == drain.epoch()) {
      drain = command.drain();
      armDeadline();
      look(workload);
    }
    return this;
  }

  private Behavior<Command> onWorkload(Optional<Workload> now) {
    look(now);
    return this;
  }

  /** The timer may fire some milliseconds early, and fires on the way to a far deadline. */
  private Behavior<Command> onDeadline() {
    armDeadline();
    look(workload);
    return this;
  }

  /** Repeats what the node may have missed. */
  private Behavior<Command> onPoll() {
    Instant now = clock.instant();
    status = DrainStatus.of(drain, workload, now);
    LOG.info("{}", new StatusLine(nodeId, drain, status, workload, now));
    armDeadline();
    tell();
    return this;
  }

  private void look(Optional<Workload> current) {
    DrainStatus next = DrainStatus.of(drain, current, clock.instant());
    boolean changed = next != status || !current.equals(workload);
    status = next;
    workload = current;
    if (changed) {
      tell();
    }
  }

  /** The end first: when the node has written it, there is no progress to be shown any more. */
  private void tell() {
    tellEnd();
    tellProgress();
  }

  private void tellProgress() {
    node.progressed(drain.epoch(), status, workload);
  }

  private void tellEnd() {
    switch (status) {
      case READY -> node.drained(drain.epoch());
      case TIMEOUT -> node.deadlineReached(drain.epoch());
      case NONE, WAIT_CONTAINER, WAIT_APP, DECOMMISSIONED -> {}
    }
  }

  /**
   * One keyed timer: arming again replaces the old one, so a moved deadline leaves no stray tick.
   */
  private void armDeadline() {
    timers.cancel(Tick.DEADLINE);
    Instant now = clock.instant();
    if (!drain.isOverAt(now)) {
      drain.deadline().ifPresent(at -> startTimer(Duration.between(now, at)));
    }
  }

  private void startTimer(Duration left) {
    Duration delay = left.compareTo(LONGEST_TIMER) < 0 ? left : LONGEST_TIMER;
    timers.startSingleTimer(Tick.DEADLINE, Tick.DEADLINE, delay);
  }
}
