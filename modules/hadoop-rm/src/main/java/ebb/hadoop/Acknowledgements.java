package ebb.hadoop;

import ebb.domain.NodeId;
import ebb.node.NodeCommand;
import ebb.node.NodePublication;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Tells nodes which of their publications the leader obeys. Not at once: ten thousand nodes that
 * begin to drain have better to do, and most of them are sent a fact before long, which says the
 * same. Any thread may call.
 */
final class Acknowledgements {
  private final long term;
  private final NodeActors actors;
  private final ConcurrentMap<NodeId, Long> owed = new ConcurrentHashMap<>();

  Acknowledgements(long term, NodeActors actors) {
    this.term = term;
    this.actors = actors;
  }

  /** It is about to be obeyed; a publication that is repeated is acknowledged again. */
  void owe(NodePublication publication) {
    owed.merge(publication.node().nodeId(), publication.revision(), Math::max);
  }

  /** The fact is being sent. */
  void paidBy(NodeId id, NodeCommand.Fact fact) {
    long known = fact.stamp().knownRevision();
    owed.computeIfPresent(id, (same, revision) -> revision <= known ? null : revision);
  }

  void forget(NodeId id) {
    owed.remove(id);
  }

  /** Sends what is owed; to be called about once a second, and before nodes repeat themselves. */
  void send() {
    owed.forEach(
        (id, revision) -> {
          if (owed.remove(id, revision)) {
            actors.tell(id, new NodeCommand.Acknowledge(term, revision));
          }
        });
  }
}
