package ebb.nodeslist;

import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decisions on their way into the journal, in the order in which they were made. What is decided
 * next builds on {@link #current}, which has all of them; what is said to anybody, on {@link
 * #committed}, which has those that are durable. One append at a time: what is decided meanwhile is
 * the next one. The states are copies of what the journal holds or is to hold; the queue is lost
 * with the actor. Used by one actor.
 */
final class CommitQueue {
  private static final Logger LOG = LoggerFactory.getLogger(CommitQueue.class);

  /** Of an append; a decision is never split. */
  private static final int MOST_EVENTS = 1_000;

  private final Consumer<List<NodesListEvent>> journal;
  private final Deque<Entry> waiting = new ArrayDeque<>();
  private List<Entry> inFlight = List.of();
  private NodesListState committed = NodesListState.EMPTY;
  private NodesListState current = NodesListState.EMPTY;
  private boolean completing;

  private boolean open;

  private record Entry(Result result, NodesListState after) {}

  /**
   * @param journal begins an append; it is over when {@link #appended} or {@link #failed} is called
   */
  CommitQueue(Consumer<List<NodesListEvent>> journal) {
    this.journal = journal;
  }

  NodesListState committed() {
    return committed;
  }

  NodesListState current() {
    return current;
  }

  /** What is durable after each decision that is on its way, if the later ones fail. */
  Stream<NodesListState> inFlight() {
    return Stream.concat(inFlight.stream(), waiting.stream()).map(Entry::after);
  }

  /** Whether it is known what the journal holds. */
  boolean isOpen() {
    return open;
  }

  /** Fails at once while it is not known what the journal holds. */
  void submit(Result result) {
    if (!open) {
      result.failed().run();
      return;
    }
    for (NodesListEvent event : result.events()) {
      current = current.apply(event);
    }
    waiting.add(new Entry(result, current));
    proceed();
  }

  /** The append under way is durable. */
  void appended() {
    List<Entry> durable = inFlight;
    inFlight = List.of();
    complete(durable);
    proceed();
  }

  /** The append under way is lost, or is not; what waited for it is not decided. */
  void failed() {
    open = false;
    List<Entry> lost = new ArrayList<>(inFlight);
    lost.addAll(waiting);
    inFlight = List.of();
    waiting.clear();
    current = committed;
    lost.forEach(entry -> entry.result().failed().run());
  }

  /** What the journal holds; nothing may be under way. */
  void recovered(NodesListState state) {
    committed = state;
    current = state;
    open = true;
  }

  private void proceed() {
    while (!completing && inFlight.isEmpty() && !waiting.isEmpty()) {
      List<Entry> batch = nextBatch();
      List<NodesListEvent> events =
          batch.stream().flatMap(entry -> entry.result().events().stream()).toList();
      if (events.isEmpty()) {
        complete(batch);
      } else {
        inFlight = batch;
        journal.accept(events);
      }
    }
  }

  private List<Entry> nextBatch() {
    List<Entry> batch = new ArrayList<>();
    int events = 0;
    do {
      Entry next = waiting.remove();
      events += next.result().events().size();
      batch.add(next);
    } while (events > 0 && events < MOST_EVENTS && !waiting.isEmpty());
    return batch;
  }

  /** What follows from a decision may lead to the next one. */
  private void complete(List<Entry> entries) {
    completing = true;
    try {
      for (Entry entry : entries) {
        committed = entry.after();
        complete(entry.result());
      }
    } finally {
      completing = false;
    }
  }

  /** One that fails keeps none of the others from being told. */
  private void complete(Result result) {
    try {
      result.committed().accept(committed);
    } catch (RuntimeException e) {
      LOG.error("What follows from {} failed", result.events(), e);
    }
  }
}
