package ebb.journal.replay;

import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.PersistenceIds;
import ebb.journal.event.ReplayException;
import java.time.Instant;
import java.util.List;

/**
 * A node after some of its events, with the same rules as in live operation.
 *
 * @param sequenceNumber the number of the last of these events; 0 before the first
 * @param latest the latest known time of any of them; {@link Instant#MIN} before the first
 */
record NodeReplay(NodeLifecycle node, long sequenceNumber, Instant latest) {

  /** Before the first event. */
  static NodeReplay of(NodeId nodeId) {
    return new NodeReplay(NodeLifecycle.unregistered(nodeId), 0, Instant.MIN);
  }

  static NodeReplay after(NodeStep step) {
    return new NodeReplay(
        step.after(), step.event().position().sequenceNumber(), step.event().by().at());
  }

  /**
   * @throws ReplayException if the event does not come next, or is impossible in this state
   */
  NodeReplay next(JournaledEvent.OfNode event) {
    JournalPosition position = event.position();
    NodeEvent fact = event.event();
    if (!position.persistenceId().equals(PersistenceIds.ofNode(fact.nodeId()))) {
      throw new ReplayException(position, "it is an event of " + fact.nodeId());
    }
    long expected = sequenceNumber + 1;
    if (position.sequenceNumber() != expected) {
      throw new ReplayException(position, "expected sequence number " + expected + " next");
    }
    Instant at = fact.by().at();
    try {
      return new NodeReplay(node.apply(fact), expected, at.isAfter(latest) ? at : latest);
    } catch (IllegalStateException e) {
      throw new ReplayException(position, e);
    }
  }

  /**
   * @throws ReplayException as {@link #next}
   */
  NodeReplay all(List<JournaledEvent.OfNode> events) {
    NodeReplay after = this;
    for (JournaledEvent.OfNode event : events) {
      after = after.next(event);
    }
    return after;
  }
}
