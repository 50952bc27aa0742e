package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeAddress;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The fleet at a past instant: the nodes of the register, and the state of each.
 *
 * @param byId the nodes of the register, in the order of their ids
 */
public record PastFleet(Instant at, SortedMap<NodeId, PastNode> byId) {
  public PastFleet {
    byId = Collections.unmodifiableSortedMap(byId);
  }

  static PastFleet of(
      Instant at,
      SortedMap<NodeId, NodeAddress> register,
      Function<NodeId, Optional<NodeStep>> lastOf) {
    SortedMap<NodeId, PastNode> nodes = new TreeMap<>();
    register.forEach((id, address) -> nodes.put(id, new PastNode(id, address, lastOf.apply(id))));
    return new PastFleet(at, nodes);
  }

  /**
   * Replays all events up to an instant.
   *
   * @throws ReplayException at an event that is impossible at its position
   */
  public static PastFleet at(Instant at, Stream<JournaledEvent> events) {
    FleetReplay replay = new FleetReplay(at);
    List<JournaledEvent> all = events.toList();
    all.stream().filter(JournaledEvent.OfLists.class::isInstance).forEach(replay::next);
    all.stream().filter(JournaledEvent.OfNode.class::isInstance).forEach(replay::next);
    return replay.fleet();
  }

  /** Empty if the node was not in the register. */
  public Optional<PastNode> find(NodeId nodeId) {
    return Optional.ofNullable(byId.get(nodeId));
  }

  /** All nodes, in the order of their ids. */
  public List<PastNode> nodes() {
    return List.copyOf(byId.values());
  }

  /** Nodes that were added, removed or changed by a later instant, in the order of their ids. */
  public List<Change> changesTo(PastFleet later) {
    SortedSet<NodeId> all = new TreeSet<>(byId.keySet());
    all.addAll(later.byId.keySet());
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
