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
 * The fleet at an instant, by the rules that run live: the nodes of the register, and what each of
 * them was. Fed with the events of the lists first, which tell the register, then with those of
 * nodes; both in the order of the journal. Holds one state for each node that the register had at
 * the instant, however long the journal is and whatever was forgotten. Not for use by several
 * threads.
 */
public final class PastFleet {
  private final Instant at;
  private final JournalReplay replay = new JournalReplay();
  private final SortedMap<NodeId, NodeAddress> register = new TreeMap<>();

  /** Actors that have had an event after the instant, the nodes' as far as they are in there. */
  private final Set<String> passed = new HashSet<>();

  PastFleet(Instant at) {
    this.at = at;
  }

  /**
   * @throws ReplayException at an event that is impossible in its place
   */
  public static PastFleet at(Instant at, Stream<JournaledEvent> events) {
    PastFleet fleet = new PastFleet(at);
    List<JournaledEvent> all = events.toList();
    all.stream().filter(JournaledEvent.OfLists.class::isInstance).forEach(fleet::next);
    all.stream().filter(JournaledEvent.OfNode.class::isInstance).forEach(fleet::next);
    return fleet;
  }

  /**
   * An actor's events count up to the first that is later than the instant, so that clocks that
   * disagree cannot take an event out of the middle.
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

  /** Empty for one that the register did not have. */
  public Optional<PastNode> find(NodeId nodeId) {
    return Optional.ofNullable(register.get(nodeId))
        .map(address -> new PastNode(nodeId, address, replay.latest(nodeId)));
  }

  /** In the order of the ids. */
  public List<PastNode> nodes() {
    return register.keySet().stream().map(this::find).flatMap(Optional::stream).toList();
  }

  /** Nodes that came, went or were another at a later instant, in the order of the ids. */
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
   * A node that is another at two instants.
   *
   * @param before empty if the register did not have it yet
   * @param after empty if the register had forgotten it
   */
  public record Change(NodeId nodeId, Optional<PastNode> before, Optional<PastNode> after) {}
}
