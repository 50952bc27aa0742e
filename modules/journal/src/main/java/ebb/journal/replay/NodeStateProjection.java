package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.journal.database.Database;
import ebb.journal.database.JournalException;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.PersistenceIds;
import ebb.journal.event.ReplayException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Stores a state of each node after each tenth of its events, from which {@link FleetHistory}
 * replays. Each instance may do it, also at once: all store the same.
 *
 * <p>Soft state. For use by one thread at a time.
 */
public final class NodeStateProjection {
  private static final int BATCH = 500;

  /** Nodes that may have reached the next state, with the number of their newest event. */
  private final Map<NodeId, Long> candidates = new HashMap<>();

  /** The position in the journal up to which nodes were looked for. */
  private long place;

  /**
   * Stores what some nodes lack.
   *
   * @param reader with whose queries see what is committed when each begins, and that may write
   * @return whether there may be more to store
   * @throws ReplayException at a row that cannot be read or replayed
   */
  public boolean step(JournalReader reader) {
    if (candidates.isEmpty()) {
      lookForCandidates(reader);
    }
    Map<NodeId, Long> batch =
        candidates.entrySet().stream()
            .limit(BATCH)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (!batch.isEmpty()) {
      store(batch, reader);
      candidates.keySet().removeAll(batch.keySet()); // not before: a step that fails is repeated
    }
    return !candidates.isEmpty();
  }

  /**
   * Deletes all stored states, and stores them anew.
   *
   * @param place as for {@link JournalReader#open(String)}
   * @return how many there are then
   * @throws JournalException if the journal cannot be read or written
   * @throws ReplayException as {@link #step}
   */
  public static int rebuild(String place) {
    return rebuild(JournalReader.databaseAt(place));
  }

  /** Like {@link #rebuild(String)}. */
  public static int rebuild(Database database) {
    try (JournalReader reader = JournalReader.openLive(database)) {
      return rebuild(reader);
    }
  }

  static int rebuild(JournalReader reader) {
    reader.states().clear();
    NodeStateProjection projection = new NodeStateProjection();
    boolean more = true;
    while (more) {
      more = projection.step(reader);
    }
    return reader.states().count();
  }

  private void lookForCandidates(JournalReader reader) {
    long upTo = reader.lastPlace();
    reader
        .states()
        .newestNumbers(place)
        .forEach(
            (actor, number) -> {
              Optional<NodeId> node = PersistenceIds.nodeOf(actor);
              if (node.isPresent() && number >= NodeStates.WINDOW) {
                candidates.put(node.get(), number);
              }
            });
    place = upTo;
  }

  private static void store(Map<NodeId, Long> newest, JournalReader reader) {
    NodeStates states = reader.states();
    Map<NodeId, NodeReplay> stored = states.newest(newest.keySet(), Instant.MAX);
    Map<NodeId, NodeReplay> due = new HashMap<>();
    newest.forEach(
        (node, number) -> {
          NodeReplay from = stored.getOrDefault(node, NodeReplay.of(node));
          if (number - from.sequenceNumber() >= NodeStates.WINDOW) {
            due.put(node, from);
          }
        });
    while (!due.isEmpty()) {
      Map<NodeId, List<JournaledEvent.OfNode>> next = reader.nextEvents(due, Instant.MAX);
      next.values().removeIf(events -> events.size() < NodeStates.WINDOW);
      due.keySet().retainAll(next.keySet());
      next.forEach(
          (node, events) -> due.computeIfPresent(node, (same, from) -> nextStored(from, events)));
      states.store(new ArrayList<>(due.values()));
    }
  }

  private static NodeReplay nextStored(NodeReplay from, List<JournaledEvent.OfNode> events) {
    NodeReplay state = from.all(events.subList(0, NodeStates.EVERY));
    Instant latest = state.next(events.get(NodeStates.EVERY)).latest();
    return new NodeReplay(state.node(), state.sequenceNumber(), latest);
  }
}
