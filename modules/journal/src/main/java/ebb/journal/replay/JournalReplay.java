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
 * Replays nodes with the rules that run live. Asks nobody: what the journal holds is enough. Fed in
 * the order of the journal; not for use by several threads.
 */
public final class JournalReplay {
  private final SortedMap<NodeId, NodeStep> latest = new TreeMap<>();

  /**
   * Each event of a node with the states around it, in the order given; events of the lists are
   * left out.
   *
   * @throws ReplayException from the stream, at an event that is impossible in its place
   */
  public static Stream<NodeStep> steps(Stream<JournaledEvent> events) {
    var history = new JournalReplay();
    return events
        .filter(JournaledEvent.OfNode.class::isInstance)
        .map(JournaledEvent.OfNode.class::cast)
        .map(history::replay);
  }

  /**
   * Takes the next event of its node.
   *
   * @throws ReplayException if the event is impossible in its place
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

  /** The newest that was replayed of a node. */
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
