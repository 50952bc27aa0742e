package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeAddress;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.PersistenceIds;
import ebb.journal.event.ReplayException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fleet at past instants, while instances write to the journal. Answers as {@link
 * JournalReader#fleetsAt} does, but replays each node from its newest stored state on, and keeps
 * the last answer: a state that still holds at the next instant is not read again.
 *
 * <p>Soft state. For use by one thread at a time.
 */
public final class FleetHistory {
  private static final int BATCH = 500;
  private static final Span<Optional<NodeStep>> UNREAD = Span.never(Optional.empty());

  private final StablePrefix stable = new StablePrefix();

  /** Spans without end have seen all events up to this position in the journal. */
  private long place;

  private Span<SortedMap<NodeId, NodeAddress>> register = Span.never(new TreeMap<>());

  /** The last event of each node, if it has any. */
  private final Map<NodeId, Span<Optional<NodeStep>>> nodes = new HashMap<>();

  /**
   * A value that holds from one instant until another.
   *
   * @param until empty while no later event is known
   */
  private record Span<T>(T value, Instant from, Optional<Instant> until) {
    static <T> Span<T> never(T value) {
      return new Span<>(value, Instant.MAX, Optional.of(Instant.MIN));
    }

    boolean isAt(Instant at) {
      return !at.isBefore(from) && until.filter(end -> !at.isBefore(end)).isEmpty();
    }
  }

  /**
   * @param reader with whose queries see what is committed when each begins
   * @throws BeforeJournalException if the instant is before the first event
   * @throws ReplayException at a row that cannot be read or replayed
   */
  public PastFleet at(Instant at, JournalReader reader) {
    reader.requireBegunAt(at);
    forgetWhatHasNewEvents(reader);
    if (!register.isAt(at)) {
      register = registerAt(at, reader);
    }
    Set<NodeId> known = register.value().keySet();
    nodes.keySet().retainAll(known);
    List<NodeId> missing =
        known.stream().filter(each -> !nodes.getOrDefault(each, UNREAD).isAt(at)).toList();
    for (int i = 0; i < missing.size(); i += BATCH) {
      read(missing.subList(i, Math.min(i + BATCH, missing.size())), at, reader);
    }
    return PastFleet.of(at, register.value(), each -> nodes.getOrDefault(each, UNREAD).value());
  }

  /** Drops what was kept of the last answer. */
  public void forget() {
    register = Span.never(new TreeMap<>());
    nodes.clear();
  }

  private void forgetWhatHasNewEvents(JournalReader reader) {
    long upTo = stable.read(reader);
    if (place
        == 0) { // nothing was read yet, and the query would read an index of the whole journal
      place = upTo;
      return;
    }
    Set<String> writers = reader.states().newestNumbers(place).keySet();
    if (writers.contains(PersistenceIds.LISTS) && register.until().isEmpty()) {
      register = Span.never(register.value());
    }
    nodes
        .entrySet()
        .removeIf(
            each ->
                each.getValue().until().isEmpty()
                    && writers.contains(PersistenceIds.ofNode(each.getKey())));
    place = Math.max(place, upTo);
  }

  private static Span<SortedMap<NodeId, NodeAddress>> registerAt(Instant at, JournalReader reader) {
    SortedMap<NodeId, NodeAddress> known = new TreeMap<>();
    Instant from = Instant.MIN;
    for (Iterator<JournaledEvent> i = reader.registerEvents().iterator(); i.hasNext(); ) {
      JournaledEvent event = i.next();
      Instant time = event.by().at();
      if (time.isAfter(at)) {
        return new Span<>(known, from, Optional.of(time));
      }
      FleetReplay.apply(event, known);
      from = time.isAfter(from) ? time : from;
    }
    return new Span<>(known, from, Optional.empty());
  }

  private void read(List<NodeId> wanted, Instant at, JournalReader reader) {
    Map<NodeId, NodeReplay> open = new HashMap<>(reader.states().newest(wanted, at));
    wanted.forEach(each -> open.computeIfAbsent(each, NodeReplay::of));
    while (!open.isEmpty()) {
      Map<NodeId, List<JournaledEvent.OfNode>> next = reader.nextEvents(open, at);
      for (NodeId node : List.copyOf(open.keySet())) {
        open.computeIfPresent(
            node, (same, from) -> read(node, from, next.getOrDefault(node, List.of()), at));
      }
    }
  }

  /**
   * Reads a node's next events up to an instant.
   *
   * @return where to read on, before the last of these events; null if the instant is reached
   */
  private @Nullable NodeReplay read(
      NodeId node, NodeReplay from, List<JournaledEvent.OfNode> events, Instant at) {
    NodeReplay before = from;
    NodeReplay state = from;
    Optional<NodeStep> last = Optional.empty();
    for (JournaledEvent.OfNode event : events) {
      Instant time = event.by().at();
      if (time.isAfter(at)) {
        nodes.put(node, new Span<>(last, state.latest(), Optional.of(time)));
        return null;
      }
      before = state;
      state = before.next(event);
      last = Optional.of(new NodeStep(event, before.node(), state.node()));
    }
    nodes.put(node, new Span<>(last, state.latest(), Optional.empty()));
    return events.size() < NodeStates.WINDOW ? null : before;
  }
}
