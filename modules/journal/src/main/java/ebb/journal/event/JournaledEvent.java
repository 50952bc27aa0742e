package ebb.journal.event;

import ebb.domain.NodeEvent;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.provenance.Provenance;
import java.util.List;

/** An event with its position in the journal. */
public sealed interface JournaledEvent {
  JournalPosition position();

  /** A {@link NodeEvent} or a {@link NodesListEvent}. */
  Object event();

  Provenance by();

  /** The event's name in the journal without the version, for example {@code node.registered}. */
  String name();

  /** An event of one node. */
  record OfNode(JournalPosition position, NodeEvent event) implements JournaledEvent {
    @Override
    public Provenance by() {
      return event.by();
    }

    @Override
    public String name() {
      return EventManifests.nameOf(event);
    }
  }

  /** An event of the NodesListManager. */
  record OfLists(JournalPosition position, NodesListEvent event) implements JournaledEvent {
    @Override
    public Provenance by() {
      return event.by();
    }

    @Override
    public String name() {
      return EventManifests.nameOf(event);
    }
  }

  /** The events of one kind among some events, in their order. */
  static <E> List<E> ofKind(Class<E> kind, List<JournaledEvent> some) {
    return some.stream()
        .map(JournaledEvent::event)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /**
   * Wraps the event of a row.
   *
   * @throws ReplayException if the object is not an event of a node or of the lists
   */
  static JournaledEvent of(JournalPosition position, Object event) {
    if (event instanceof NodeEvent ofNode) {
      return new OfNode(position, ofNode);
    } else if (event instanceof NodesListEvent ofLists) {
      return new OfLists(position, ofLists);
    }
    throw new ReplayException(position, "no event but " + event.getClass().getName());
  }
}
