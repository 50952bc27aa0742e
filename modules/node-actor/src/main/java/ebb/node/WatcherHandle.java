package ebb.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.Decision;
import ebb.domain.Drain;
import ebb.domain.DrainAccount;
import ebb.domain.DrainEnding;
import ebb.domain.DrainStatus;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.RecordedProgress;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import ebb.watcher.DecommissioningNodeWatcher;
import ebb.watcher.DecommissioningNodeWatcher.Follow;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The only watcher of the running drain, what the node still waits for, and how the drain has spent
 * its time. Soft state.
 */
final class WatcherHandle {

  /**
   * @param since the node's revision when the watch began, which is not before the drain's start
   */
  private record Watch(
      Drain drain, long since, ActorRef<DecommissioningNodeWatcher.Command> watcher) {}

  private record Report(Workload workload, Optional<Peer> by) {}

  private final ActorContext<NodeCommand> context;
  private final NodeId nodeId;
  private final NodeSettings settings;
  private final Clock clock;
  private Optional<Watch> watch = Optional.empty();
  private Optional<Report> newest = Optional.empty();
  private DrainAccount account = DrainAccount.ZERO;

  WatcherHandle(
      ActorContext<NodeCommand> context, NodeId nodeId, NodeSettings settings, Clock clock) {
    this.context = context;
    this.nodeId = nodeId;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Starts over after recovery: an earlier watcher is stopped, and the workload has to be reported
   * again. This object survives a failed write, and with it the account of the drain. A process
   * that takes over continues from the account in the journal.
   */
  void begin(NodeLifecycle node, long revision) {
    Optional<Drain> drain = node.drain();
    Instant now = clock.instant();
    DrainAccount soFar =
        drain
            .map(
                running ->
                    isRunning(running.epoch())
                        ? accountAt(now)
                        : recorded(node).unobservedUntil(now, running))
            .orElse(DrainAccount.ZERO);
    stop();
    follow(drain, revision);
    account = soFar;
  }

  private static DrainAccount recorded(NodeLifecycle node) {
    return node.progress().map(RecordedProgress::account).orElse(DrainAccount.ZERO);
  }

  /** Adjusts the watcher after an event: one watcher for each drain, none without a drain. */
  void follow(Optional<Drain> drain, long revision) {
    if (drain.isEmpty()) {
      stop();
    } else if (isRunning(drain.get().epoch())) {
      account = accountAt(clock.instant()); // so far with the timeout that was in force
      watch = watch.map(running -> followChange(running, drain.get()));
    } else {
      stop();
      start(drain.get(), revision);
    }
  }

  private static Watch followChange(Watch running, Drain drain) {
    if (running.drain().equals(drain)) {
      return running;
    }
    running.watcher().tell(new Follow(drain));
    return new Watch(drain, running.since(), running.watcher());
  }

  private void start(Drain drain, long revision) {
    ActorRef<NodeCommand> self = context.getSelf();
    var watcher =
        context.spawn(
            DecommissioningNodeWatcher.create(
                nodeId, drain, epoch -> self.tell(new Poll(epoch)), settings.pollInterval(), clock),
            "watcher-" + drain.epoch());
    // A deadline must not go unwatched: if the watcher fails, the node fails, too, and restarts.
    context.watch(watcher);
    watch = Optional.of(new Watch(drain, revision, watcher));
  }

  private void stop() {
    watch.ifPresent(
        running -> {
          context.unwatch(running.watcher());
          context.stop(running.watcher());
        });
    watch = Optional.empty();
    newest = Optional.empty();
    account = DrainAccount.ZERO;
  }

  private boolean isRunning(long epoch) {
    return watch.filter(running -> running.drain().epoch() == epoch).isPresent();
  }

  /** The node's revision when the watch of this drain began; empty if the drain is not running. */
  OptionalLong since(long epoch) {
    return isRunning(epoch) ? OptionalLong.of(watch.orElseThrow().since()) : OptionalLong.empty();
  }

  void report(Workload workload, Optional<Peer> by) {
    account = accountAt(clock.instant());
    newest = Optional.of(new Report(workload, by));
  }

  /** A new term or registration began: the workload is unknown, which does not mean empty. */
  void forgetWorkload() {
    account = accountAt(clock.instant());
    newest = Optional.empty();
  }

  private DrainAccount accountAt(Instant now) {
    return watch
        .map(running -> account.waitedUntil(now, running.drain(), workload()))
        .orElse(account);
  }

  private Optional<Workload> workload() {
    return newest.map(Report::workload);
  }

  /** The current progress of the running drain; empty without one. */
  Optional<DrainProgress> progress() {
    return watch
        .map(running -> DrainStatus.of(running.drain(), workload(), clock.instant()))
        .map(status -> new DrainProgress(status, workload()));
  }

  /** Decides what to record about the running drain. */
  Decision progressed(NodeLifecycle node, long epoch, Provenance by) {
    return node.progressed(epoch, workload(), accountAt(by.at()), by);
  }

  /**
   * Adds to events that end the drain what it was still waiting for, if that was reported, and how
   * it spent its time.
   */
  List<NodeEvent> withEnding(List<NodeEvent> events) {
    return watch.isEmpty() ? events : events.stream().map(this::withEnding).toList();
  }

  private NodeEvent withEnding(NodeEvent event) {
    DrainAccount whole = accountAt(event.by().at()).inShort();
    return new DrainEnding(workload().map(RemainingWork::of), Optional.of(whole)).recordedIn(event);
  }

  /** Who reported the newest workload. */
  Optional<Peer> reporter() {
    return newest.flatMap(Report::by);
  }
}
