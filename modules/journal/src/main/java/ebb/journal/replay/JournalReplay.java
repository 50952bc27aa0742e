package ebb.journal.replay;

import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.PersistenceIds;
import ebb.journal.event.ReplayException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Replays nodes with the same rules as in live operation. It needs nothing but the events, which
 * must be added in the order of the journal. For use by one thread at a time.
 */
public final class JournalReplay {
  private final SortedMap<NodeId, NodeStep> latest = new TreeMap<>();

  /**
   * Each event of a node with the states before and after it, in the given order. Events of the
   * lists are left out.
   *
   * @throws ReplayException from the stream, at an event that is impossible at its position
   */
  public static Stream<NodeStep> steps(Stream<JournaledEvent> events) {
    var history = new JournalReplay();
    return events
        .filter(JournaledEvent.OfNode.class::isInstance)
        .map(JournaledEvent.OfNode.class::cast)
        .map(history::replay);
  }

  /**
   * Replays the next event of its node.
   *
   * @throws ReplayException if the event is impossible at its position
   */
  public NodeStep replay(JournaledEvent.OfNode event) {
    NodeId node = event.event().nodeId();
    Optional<NodeStep> last = latest(node);
    requireItsPlace(event, last);
    NodeLifecycle before =
        last.map(NodeStep::after).orElseGet(() -> NodeLifecycle.unregistered(node));
    var step = new NodeStep(event, before, apply(before, event));
    latest.put(node, step);
    return step;
  }

  public boolean knows(NodeId node) {
    return latest.containsKey(node);
  }

  /** The newest replayed step of a node. */
  Optional<NodeStep> latest(NodeId node) {
    return Optional.ofNullable(latest.get(node));
  }

  private static void requireItsPlace(JournaledEvent.OfNode event, Optional<NodeStep> last) {
    JournalPosition position = event.position();
    if (!position.persistenceId().equals(PersistenceIds.ofNode(event.event().nodeId()))) {
      throw new ReplayException(position, "it is an event of " + event.event().nodeId());
    }
    long expected = 1 + last.map(step -> step.event().position().sequenceNumber()).orElse(0L);
    if (position.sequenceNumber() != expected) {
      throw new ReplayException(position, "expected sequence number " + expected + " next");
    }
  }

  private static NodeLifecycle apply(NodeLifecycle before, JournaledEvent.OfNode event) {
    NodeEvent fact = event.event();
    try {
      return before.apply(fact);
    } catch (IllegalStateException e) {
      throw new ReplayException(event.position(), e);
    }
  }
}
