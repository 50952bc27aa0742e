package ebb.journal.feed;

import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.JournaledEvent.OfLists;
import ebb.journal.event.JournaledEvent.OfNode;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.JournalReplay;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads events in order, each with the state that it led to. To know that state, it replays the
 * nodes of these events. Blocks. For use by one thread at a time.
 */
final class EventPages implements AutoCloseable {
  static final int SIZE = 500;

  private final JournalReader reader;
  private final JournalReplay replay = new JournalReplay();

  EventPages(JournalReader reader) {
    this.reader = reader;
  }

  JournalReader reader() {
    return reader;
  }

  /**
   * The events after one position, up to and including another position; at most {@link #SIZE}.
   *
   * @param after must not be before the end of the previous page
   * @param upTo a position up to which the journal is stable
   */
  List<FeedEvent> next(long after, long upTo) {
    List<JournaledEvent> page = reader.events(after, upTo, SIZE);
    Set<NodeId> unknown = new LinkedHashSet<>();
    for (JournaledEvent event : page) {
      if (event instanceof OfNode ofNode && !replay.knows(ofNode.event().nodeId())) {
        unknown.add(ofNode.event().nodeId());
      }
    }
    reader.eventsOf(unknown, after).forEach(event -> replay.replay((OfNode) event));
    return page.stream().map(this::told).toList();
  }

  private FeedEvent told(JournaledEvent event) {
    return event instanceof OfNode ofNode
        ? FeedEvent.of(replay.replay(ofNode))
        : FeedEvent.of((OfLists) event);
  }

  @Override
  public void close() {
    reader.close();
  }
}
