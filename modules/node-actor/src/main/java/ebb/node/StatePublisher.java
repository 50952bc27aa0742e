package ebb.node;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import java.time.Clock;
import java.util.Optional;

/**
 * Publishes the node's state to the leader that contacted the node last: once for each change, and
 * once for each fact, whose sender has to see that the node has processed it. If a publication is
 * lost, the leader's next {@link NodeCommand.Reconcile} requests it. Soft state: a node that has
 * just been woken knows no leader, and therefore publishes to the first one in any case.
 */
final class StatePublisher {
  private static final long NONE = -1;

  private final Clock clock;
  private Optional<Leader> leader = Optional.empty();
  private NodeStateUpdate newest;

  /** Whether the newest publication still has to be sent to the leader. */
  private boolean isOwed;

  StatePublisher(NodeId nodeId, Clock clock) {
    this.clock = clock;
    this.newest =
        new NodeStateUpdate(NONE, NONE, NodeLifecycle.unregistered(nodeId), Optional.empty());
  }

  /** Sets the leader to publish to. */
  void follow(Leader caller) {
    isOwed |= !leader.equals(Optional.of(caller));
    leader = Optional.of(caller);
  }

  /** Publishes the newest state at the end of the command, whether it has changed or not. */
  void request() {
    isOwed = true;
  }

  /** Like {@link #request}, unless the known update is the newest one. */
  void requestUnless(Optional<Long> known) {
    isOwed |= !known.equals(Optional.of(newest.update()));
  }

  /**
   * @return the newest publication, which has been sent to the leader if that lacked it
   */
  NodeStateUpdate publish(long revision, NodeLifecycle node, Optional<DrainProgress> progress) {
    if (revision != newest.revision() || !progress.equals(newest.progress())) {
      long update = Math.max(newest.update() + 1, clock.millis());
      newest = new NodeStateUpdate(revision, update, node, progress);
      isOwed = true;
    }
    if (isOwed) {
      leader.ifPresent(reader -> reader.publications().tell(newest));
      isOwed = false;
    }
    return newest;
  }
}
