package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent.NodeSeen;
import ebb.domain.lists.NodesListEvent.NodesForgotten;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The fleet at a past instant, replayed with the same rules as in live operation: the nodes of the
 * register, and the state of each. The events of the lists must be added first, because they define
 * the register, then the events of nodes; both in the order of the journal. Holds one state for
 * each node in the register at the instant, however long the journal is, and however many nodes
 * were forgotten. For use by one thread at a time.
 */
public final class PastFleet {
  private final Instant at;
  private final JournalReplay replay = new JournalReplay();
  private final SortedMap<NodeId, NodeAddress> register = new TreeMap<>();

  /** Actors with an event after the instant; of the nodes' actors only those in the register. */
  private final Set<String> passed = new HashSet<>();

  PastFleet(Instant at) {
    this.at = at;
  }

  /**
   * Replays the events up to an instant.
   *
   * @throws ReplayException at an event that is impossible at its position
   */
  public static PastFleet at(Instant at, Stream<JournaledEvent> events) {
    PastFleet fleet = new PastFleet(at);
    List<JournaledEvent> all = events.toList();
    all.stream().filter(JournaledEvent.OfLists.class::isInstance).forEach(fleet::next);
    all.stream().filter(JournaledEvent.OfNode.class::isInstance).forEach(fleet::next);
    return fleet;
  }

  /**
   * Adds the next event. An actor's events count up to the first one that is later than the
   * instant. So clocks that differ cannot remove an event from the middle.
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
    } else if (event.event() instanceof NodeSeen seen) {
      register.put(seen.nodeId(), seen.address());
    } else if (event.event() instanceof NodesForgotten forgotten) {
      register.keySet().removeAll(forgotten.nodes());
    }
  }

  public Instant at() {
    return at;
  }

  /** Empty if the node was not in the register. */
  public Optional<PastNode> find(NodeId nodeId) {
    return Optional.ofNullable(register.get(nodeId))
        .map(address -> new PastNode(nodeId, address, replay.latest(nodeId)));
  }

  /** All nodes, in the order of their ids. */
  public List<PastNode> nodes() {
    return register.keySet().stream().map(this::find).flatMap(Optional::stream).toList();
  }

  /** Nodes that were added, removed or changed by a later instant, in the order of their ids. */
  public List<Change> changesTo(PastFleet later) {
    SortedSet<NodeId> all = new TreeSet<>(register.keySet());
    all.addAll(later.register.keySet());
    List<Change> changes = new ArrayList<>();
    for (NodeId nodeId : all) {
      Optional<PastNode> before = find(nodeId);
      Optional<PastNode> after = later.find(nodeId);
      if (before.isEmpty() || after.isEmpty() || !before.get().looksLike(after.get())) {
        changes.add(new Change(nodeId, before, after));
      }
    }
    return Collections.unmodifiableList(changes);
  }

  /**
   * A node that differs between two instants.
   *
   * @param before empty if the node was not in the register yet
   * @param after empty if the node was no longer in the register
   */
  public record Change(NodeId nodeId, Optional<PastNode> before, Optional<PastNode> after) {}
}
