package ebb.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.Drain;
import ebb.domain.DrainStatus;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.Peer;
import ebb.domain.RemainingWork;
import ebb.domain.Workload;
import ebb.watcher.DecommissioningNodeWatcher;
import ebb.watcher.DecommissioningNodeWatcher.Follow;
import ebb.watcher.DecommissioningNodeWatcher.WorkloadReported;
import ebb.watcher.DecommissioningNodeWatcher.WorkloadUnknown;
import ebb.watcher.NodePort;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The one watcher of the running drain, and what is known of its progress. Soft state. */
final class DrainWatch {

  /**
   * @param since the node's revision when the watch began, which is not before the drain's start
   */
  private record Watch(
      Drain drain, long since, ActorRef<DecommissioningNodeWatcher.Command> watcher) {}

  private record Signals(ActorRef<NodeCommand> node) implements NodePort {
    @Override
    public void deadlineReached(long epoch) {
      node.tell(new NodeSignal.DeadlineReached(epoch));
    }

    @Override
    public void drained(long epoch) {
      node.tell(new NodeSignal.Drained(epoch));
    }

    @Override
    public void progressed(long epoch, DrainStatus status, Optional<Workload> workload) {
      node.tell(new NodeSignal.Progressed(epoch, status, workload));
    }
  }

  private final ActorContext<NodeCommand> context;
  private final NodeId nodeId;
  private final NodeSettings settings;
  private final Clock clock;
  private Optional<Watch> watch = Optional.empty();
  private Optional<Workload> workload = Optional.empty();

  /** Who reported it. */
  private Optional<Peer> reporter = Optional.empty();

  private Optional<DrainProgress> progress = Optional.empty();

  /** Whether the running watcher has said something. */
  private boolean begun;

  DrainWatch(ActorContext<NodeCommand> context, NodeId nodeId, NodeSettings settings, Clock clock) {
    this.context = context;
    this.nodeId = nodeId;
    this.settings = settings;
    this.clock = clock;
  }

  /** After recovery: a watcher of before, if there was one, is gone. */
  void begin(Optional<Drain> drain, long revision) {
    stop();
    follow(drain, revision);
  }

  /** After an event: one watcher for each drain, and none without. */
  void follow(Optional<Drain> drain, long revision) {
    if (drain.isEmpty()) {
      stop();
    } else if (isRunning(drain.get().epoch())) {
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
    var watcher =
        context.spawn(
            DecommissioningNodeWatcher.create(
                nodeId, drain, new Signals(context.getSelf()), settings.pollInterval(), clock),
            "watcher-" + drain.epoch());
    // A deadline must not go unwatched: if the watcher fails, so does the node, and starts again.
    context.watch(watcher);
    watch = Optional.of(new Watch(drain, revision, watcher));
    progress = Optional.of(unknown(drain));
    begun = false;
  }

  private void stop() {
    watch.ifPresent(
        running -> {
          context.unwatch(running.watcher());
          context.stop(running.watcher());
        });
    watch = Optional.empty();
    workload = Optional.empty();
    progress = Optional.empty();
  }

  boolean isRunning(long epoch) {
    return watch.filter(running -> running.drain().epoch() == epoch).isPresent();
  }

  /** Whether the sender of a fact knew that this drain runs, so that nothing new can be placed. */
  boolean isKnownTo(FactStamp stamp, long epoch) {
    return watch
        .filter(running -> running.drain().epoch() == epoch)
        .filter(running -> stamp.knownRevision() >= running.since())
        .isPresent();
  }

  /** The watcher knows what is only repeated, as most reports are. */
  void report(Workload reported, Optional<Peer> by) {
    if (workload.filter(reported::equals).isEmpty()) {
      workload = Optional.of(reported);
      reporter = by;
      watch.ifPresent(running -> running.watcher().tell(new WorkloadReported(reported)));
    }
  }

  /** Leader or NodeManager began a new life; unknown is not empty. */
  void forgetWorkload() {
    workload = Optional.empty();
    progress = watch.map(running -> unknown(running.drain()));
    watch.ifPresent(running -> running.watcher().tell(new WorkloadUnknown()));
  }

  private DrainProgress unknown(Drain drain) {
    Optional<Workload> none = Optional.empty();
    return new DrainProgress(DrainStatus.of(drain, none, clock.instant()), none);
  }

  /**
   * @return whether this is to be made known; what the watcher said before it heard of the newest
   *     workload is not, nor is its first word, which is published with the drain already
   */
  boolean progressed(NodeSignal.Progressed signal) {
    if (!isRunning(signal.epoch()) || !signal.workload().equals(workload)) {
      return false;
    }
    var said = Optional.of(new DrainProgress(signal.status(), signal.workload()));
    boolean isKnown = !begun && said.equals(progress);
    begun = true;
    progress = said;
    return !isKnown;
  }

  /** Whether the newest report still says that nothing is left to wait for. */
  boolean isEmpty(long epoch) {
    return isRunning(epoch) && workload.filter(Workload.NOTHING::equals).isPresent();
  }

  /** Events that end the drain say what it still waited for, as far as that is reported. */
  List<NodeEvent> withRemainingWork(List<NodeEvent> events) {
    return workload.map(RemainingWork::of).map(work -> work.recordedIn(events)).orElse(events);
  }

  /** Whoever reported the newest workload. */
  Optional<Peer> reporter() {
    return reporter;
  }

  Optional<DrainProgress> progress() {
    return progress;
  }
}
