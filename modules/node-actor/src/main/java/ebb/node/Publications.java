package ebb.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.Optional;

/**
 * Tells the leader what the node is, and repeats it until the leader has acknowledged the revision.
 * Soft state: a node that was woken anew publishes again once a leader attaches to it.
 */
final class Publications {
  private static final long NONE = -1;

  private final TimerScheduler<NodeCommand> timers;
  private final Duration interval;
  private Optional<ActorRef<NodePublication>> directory = Optional.empty();
  private long term;
  private long acknowledged = NONE;

  Publications(TimerScheduler<NodeCommand> timers, Duration interval) {
    this.timers = timers;
    this.interval = interval;
  }

  /** The same directory may attach again and again; what it acknowledged stays so. */
  void attach(long leaderTerm, ActorRef<NodePublication> to) {
    if (leaderTerm != term || !directory.filter(to::equals).isPresent()) {
      acknowledged = NONE;
    }
    term = leaderTerm;
    directory = Optional.of(to);
  }

  /** Whether the leader has acknowledged this revision since its directory is attached. */
  boolean isAcknowledged(long revision) {
    return acknowledged >= revision;
  }

  boolean haveReader() {
    return directory.isPresent();
  }

  /**
   * News that comes again and again does not put off the repetition of what is not acknowledged.
   */
  void publish(NodePublication publication) {
    if (directory.isPresent()) {
      directory.get().tell(publication);
      if (publication.revision() > acknowledged
          && !timers.isTimerActive(NodeSignal.Tick.REPUBLISH)) {
        timers.startSingleTimer(NodeSignal.Tick.REPUBLISH, NodeSignal.Tick.REPUBLISH, interval);
      }
    }
  }

  /**
   * @param current the node's revision; the acknowledgement of an earlier one ends nothing
   */
  void acknowledge(long leaderTerm, long revision, long current) {
    if (leaderTerm == term) {
      // A stamp may claim more than there is; what is yet to come has to be acknowledged, too.
      acknowledged = Math.max(acknowledged, Math.min(revision, current));
      if (acknowledged >= current) {
        timers.cancel(NodeSignal.Tick.REPUBLISH);
      }
    }
  }
}
