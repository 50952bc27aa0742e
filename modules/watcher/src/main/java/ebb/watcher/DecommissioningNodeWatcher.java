package ebb.watcher;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import ebb.domain.Drain;
import ebb.domain.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Watches one drain of one node, and signals when the deadline of the drain has passed and when to
 * check the drain again. It replaces YARN's DecommissioningNodesWatcher, which watches all drains
 * in memory. Soft state only: after a crash it starts again from the journaled drain. It decides
 * nothing: {@code ebb.node.RMNode.endDrain} does, by {@code ebb.domain.DrainStatus}, and stops it
 * at the end of the drain.
 *
 * <p>Time comes from the wall clock, because the journal contains start and deadline as wall-clock
 * times. If the clock is set forward or a timer is lost, a deadline is delayed until the next poll
 * at most.
 */
public final class DecommissioningNodeWatcher
    extends AbstractBehavior<DecommissioningNodeWatcher.Command> {

  public sealed interface Command {}

  /**
   * The timeout of the drain has changed.
   *
   * @param drain of the same epoch; another drain needs another watcher, and is ignored here
   */
  public record Follow(Drain drain) implements Command {}

  private enum Tick implements Command {
    DEADLINE,
    POLL
  }

  /** Akka rejects timers of 2^31 ticks or more: 24 days at its shortest tick. */
  private static final Duration LONGEST_TIMER = Duration.ofDays(1);

  private final TimerScheduler<Command> timers;
  private final LongConsumer node;
  private final Clock clock;
  private Drain drain;

  /**
   * @param node receives the epoch of a drain that it has to check, because the deadline has passed
   *     or a poll is due; called on the watcher's thread, so it may only send a message
   * @param pollInterval how often the watcher checks the clock, regardless of its timer, and makes
   *     the node check, for the first time in the second half of an interval; longer than zero
   */
  public static Behavior<Command> create(
      NodeId nodeId, Drain drain, LongConsumer node, Duration pollInterval, Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  timers.startTimerWithFixedDelay(
                      Tick.POLL, Tick.POLL, firstPoll(nodeId, pollInterval), pollInterval);
                  return new DecommissioningNodeWatcher(context, timers, drain, node, clock);
                }));
  }

  /**
   * The delay before the first poll, different for each node. Otherwise ten thousand nodes that one
   * refresh drains would poll at the same time and delay deadlines that are due just then. The
   * first half of the interval is left out, because the refresh is still in flight to other nodes.
   */
  static Duration firstPoll(NodeId nodeId, Duration pollInterval) {
    double share = new SplittableRandom(nodeId.hashCode()).nextDouble(0.5, 1);
    return Duration.ofNanos(1 + (long) (share * pollInterval.toNanos()));
  }

  private DecommissioningNodeWatcher(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Drain drain,
      LongConsumer node,
      Clock clock) {
    super(context);
    this.timers = timers;
    this.node = node;
    this.clock = clock;
    this.drain = drain;
    checkDeadline();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Follow.class, this::onFollow)
        .onMessageEquals(Tick.DEADLINE, this::onDeadline)
        .onMessageEquals(Tick.POLL, this::onPoll)
        .build();
  }

  private Behavior<Command> onFollow(Follow command) {
    if (command.drain().epoch() == drain.epoch()) {
      drain = command.drain();
      checkDeadline();
    }
    return this;
  }

  /** The timer may fire some milliseconds early, and fires daily until a far deadline. */
  private Behavior<Command> onDeadline() {
    checkDeadline();
    return this;
  }

  /** A passed deadline is signalled at each poll, until the watcher is stopped. */
  private Behavior<Command> onPoll() {
    if (!checkDeadline()) {
      node.accept(drain.epoch());
    }
    return this;
  }

  /**
   * Signals a passed deadline, or sets the timer again. There is one keyed timer, so that a moved
   * deadline leaves no stray tick.
   *
   * @return whether the deadline has passed and the node was signalled
   */
  private boolean checkDeadline() {
    timers.cancel(Tick.DEADLINE);
    Instant now = clock.instant();
    boolean isOver = drain.isOverAt(now);
    if (isOver) {
      node.accept(drain.epoch());
    } else {
      drain.deadline().ifPresent(at -> startTimer(Duration.between(now, at)));
    }
    return isOver;
  }

  private void startTimer(Duration left) {
    Duration delay = left.compareTo(LONGEST_TIMER) < 0 ? left : LONGEST_TIMER;
    timers.startSingleTimer(Tick.DEADLINE, Tick.DEADLINE, delay);
  }
}
