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
 * Decisions that wait to become durable in the journal, in the order in which they were made. New
 * decisions build on {@link #current}, which contains all of them. Answers build on {@link
 * #committed}, which contains the durable ones. There is one append at a time; decisions made
 * during an append go into the next one. The states are copies of what the journal holds or will
 * hold. The queue is lost with the actor. Used by one actor.
 */
final class CommitQueue {
  private static final Logger LOG = LoggerFactory.getLogger(CommitQueue.class);

  /** An append with this many events takes no further decision; a decision is never split. */
  private static final int MOST_EVENTS = 1_000;

  private final Consumer<List<NodesListEvent>> journal;
  private final Deque<Entry> waiting = new ArrayDeque<>();
  private List<Entry> inFlight = List.of();
  private NodesListState committed = NodesListState.EMPTY;
  private NodesListState current = NodesListState.EMPTY;
  private boolean completing;

  private boolean open;

  private record Entry(PendingCommit result, NodesListState after) {}

  /**
   * @param journal begins an append, which ends when {@link #appended} or {@link #failed} is called
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

  /** The durable state after each pending decision, if the later ones fail. */
  Stream<NodesListState> pending() {
    return Stream.concat(inFlight.stream(), waiting.stream()).map(Entry::after);
  }

  /** Whether the content of the journal is known. */
  boolean isOpen() {
    return open;
  }

  /** Submits a decision, which fails at once while the content of the journal is unknown. */
  void submit(PendingCommit result) {
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

  /** The append under way may or may not be durable. The decisions that waited for it are void. */
  void failed() {
    open = false;
    List<Entry> lost = new ArrayList<>(inFlight);
    lost.addAll(waiting);
    inFlight = List.of();
    waiting.clear();
    current = committed;
    lost.forEach(entry -> entry.result().failed().run());
  }

  /** Takes over what the journal holds. No append may be under way. */
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

  /** The callback of a decision may submit the next one. */
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

  /** A callback that fails does not keep the others from running. */
  private void complete(PendingCommit result) {
    try {
      result.committed().accept(committed);
    } catch (RuntimeException e) {
      LOG.error("What follows from {} failed", result.events(), e);
    }
  }
}
