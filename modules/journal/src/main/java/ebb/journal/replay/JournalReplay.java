package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Replays nodes with the same rules as in live operation. It needs nothing but the events, which
 * must be added in the order of the journal. For use by one thread at a time.
 */
public final class JournalReplay {
  private final Map<NodeId, NodeStep> latest = new HashMap<>();

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
    NodeReplay before = latest(node).map(NodeReplay::after).orElseGet(() -> NodeReplay.of(node));
    var step = new NodeStep(event, before.node(), before.next(event).node());
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
}
