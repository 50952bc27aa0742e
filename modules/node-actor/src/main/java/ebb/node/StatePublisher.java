package ebb.node;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import java.time.Clock;
import java.util.Optional;

/**
 * Tells the leader that the node heard of last what the node is: once for each change, and once for
 * each fact, whose sender has to see that the node has taken notice. A publication that is lost is
 * asked for by the leader's next {@link NodeCommand.Reconcile}. Soft state: a node that has just
 * been woken knows no leader, and so answers the first one in any case.
 */
final class StatePublisher {
  private static final long NONE = -1;

  private final Clock clock;
  private Optional<Leader> leader = Optional.empty();
  private NodeStateUpdate newest;

  /** Whether the leader lacks the newest one, as far as it says. */
  private boolean isOwed;

  StatePublisher(NodeId nodeId, Clock clock) {
    this.clock = clock;
    this.newest =
        new NodeStateUpdate(NONE, NONE, NodeLifecycle.unregistered(nodeId), Optional.empty());
  }

  /** Of whom the node hears from now on. */
  void follow(Leader caller) {
    isOwed |= !leader.equals(Optional.of(caller));
    leader = Optional.of(caller);
  }

  /** The newest one is published with the command's end, whether it is news or not. */
  void owe() {
    isOwed = true;
  }

  /** As {@link #owe}, unless this is the newest update. */
  void oweUnless(Optional<Long> known) {
    isOwed |= !known.equals(Optional.of(newest.update()));
  }

  /**
   * @return the newest publication, which the leader has been sent if it is news to it
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
