package ebb.hadoop;

import ebb.domain.NodeId;
import ebb.node.NodeCommand;
import ebb.node.NodePublication;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells nodes which of their publications the leader obeys. Not at once: ten thousand nodes that
 * begin to drain have better to do, and most of them are sent a fact with their next heartbeat,
 * which says the same. Any thread may call.
 */
final class Acknowledgements {
  private final long term;
  private final NodeActors actors;
  private final AtomicLong rounds = new AtomicLong();
  private final ConcurrentMap<NodeId, Debt> owed = new ConcurrentHashMap<>();

  /**
   * @param since the round in which it came up
   */
  private record Debt(long revision, long since) {
    /** That of the newest revision; who repeats one does not wait for longer. */
    static Debt newest(Debt known, Debt news) {
      return news.revision() > known.revision() ? news : known;
    }
  }

  Acknowledgements(long term, NodeActors actors) {
    this.term = term;
    this.actors = actors;
  }

  /** It is about to be obeyed; a publication that is repeated is acknowledged again. */
  void owe(NodePublication publication) {
    var debt = new Debt(publication.revision(), rounds.get());
    owed.merge(publication.node().nodeId(), debt, Debt::newest);
  }

  /** The fact is being sent. */
  void paidBy(NodeId id, NodeCommand.Fact fact) {
    long known = fact.stamp().knownRevision();
    owed.computeIfPresent(id, (same, debt) -> debt.revision() <= known ? null : debt);
  }

  void forget(NodeId id) {
    owed.remove(id);
  }

  /**
   * Sends what is owed since before the last call; to be called about once a second, and at least
   * twice before nodes repeat themselves.
   */
  void send() {
    long now = rounds.getAndIncrement();
    owed.forEach(
        (id, debt) -> {
          if (debt.since() < now && owed.remove(id, debt)) {
            actors.tell(id, new NodeCommand.Acknowledge(term, debt.revision()));
          }
        });
  }
}
