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
 * Watches one drain of one node, in the place of YARN's DecommissioningNodesWatcher, which watches
 * all of them in memory: it says when the drain's time is over and when to look at the drain again.
 * Soft state only: after a crash it begins again from the journaled drain. It decides nothing:
 * {@code ebb.node.RMNode.look} does, by {@code ebb.domain.DrainStatus}, and stops it at the end of
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

  private enum Tick implements Command {
    DEADLINE,
    POLL
  }

  /** Akka refuses timers of 2^31 ticks and more, which are 24 days at its shortest tick. */
  private static final Duration LONGEST_TIMER = Duration.ofDays(1);

  private final TimerScheduler<Command> timers;
  private final LongConsumer node;
  private final Clock clock;
  private Drain drain;

  /**
   * @param node told the epoch of a drain that it has to look at, because the deadline has passed
   *     or a poll is due; called on the watcher's thread, so that it may only send a message
   * @param pollInterval how often the watcher looks at the clock, whatever its timer says, and has
   *     the node look, for the first time in the second half of an interval; longer than zero
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
      Drain drain,
      LongConsumer node,
      Clock clock) {
    super(context);
    this.timers = timers;
    this.node = node;
    this.clock = clock;
    this.drain = drain;
    look();
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
      look();
    }
    return this;
  }

  /** The timer may fire some milliseconds early, and fires on the way to a far deadline. */
  private Behavior<Command> onDeadline() {
    look();
    return this;
  }

  /** A deadline that has passed is told at each poll, until the watcher is stopped. */
  private Behavior<Command> onPoll() {
    if (!look()) {
      node.accept(drain.epoch());
    }
    return this;
  }

  /**
   * The time is over, or the timer is set anew: one keyed timer, so that a moved deadline leaves no
   * stray tick.
   *
   * @return whether the node was told
   */
  private boolean look() {
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
