package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Replays all events up to an instant. The events of the lists must be added first, because they
 * define the register, then the events of nodes; both in the order of the journal. Holds one state
 * for each node in the register at the instant, however long the journal is, and however many nodes
 * were forgotten. For use by one thread at a time.
 */
final class FleetReplay {
  private final Instant at;
  private final JournalReplay replay = new JournalReplay();
  private final SortedMap<NodeId, NodeAddress> register = new TreeMap<>();

  /** Actors with an event after the instant; of the nodes' actors only those in the register. */
  private final Set<String> passed = new HashSet<>();

  FleetReplay(Instant at) {
    this.at = at;
  }

  /**
   * Adds the next event. An actor's events count up to the first one that is later than the
   * instant. So clocks that differ cannot remove an event from the middle.
   *
   * @throws ReplayException if the event is impossible at its position
   */
  void next(JournaledEvent event) {
    if (event instanceof JournaledEvent.OfNode ofNode
        && !register.containsKey(ofNode.event().nodeId())) {
      return;
    }
    String actor = event.position().persistenceId();
    if (event.by().at().isAfter(at)) {
      passed.add(actor);
    }
    if (passed.contains(actor)) {
      return;
    }
    if (event instanceof JournaledEvent.OfNode ofNode) {
      replay.replay(ofNode);
    } else {
      apply(event, register);
    }
  }

  /** Other events of the lists leave the register as it is. */
  static void apply(JournaledEvent ofLists, SortedMap<NodeId, NodeAddress> register) {
    if (ofLists.event() instanceof NodeSeen seen) {
      register.put(seen.nodeId(), seen.address());
    } else if (ofLists.event() instanceof NodesForgotten forgotten) {
      register.keySet().removeAll(forgotten.nodes());
    }
  }

  PastFleet fleet() {
    return PastFleet.of(at, register, replay::latest);
  }
}
