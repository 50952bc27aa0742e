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
 * Reads events behind one another, each with the state that it led to, for which it replays the
 * nodes that it comes across. Blocks; not for use by several threads at a time.
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
   * The events behind a place and up to another one, at most {@link #SIZE}; for a place behind the
   * pages before.
   *
   * @param upTo everything up to there is stable
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
