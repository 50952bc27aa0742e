package ebb.journal.replay;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.persistence.jdbc.query.javadsl.JdbcReadJournal;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.persistence.query.Sequence;
import akka.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import akka.stream.ActorAttributes;
import akka.stream.javadsl.Sink;
import ebb.domain.NodeEvent;
import ebb.domain.NodeId;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.PersistenceIds;
import ebb.journal.event.ReplayException;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Reads a node's events while the system runs, through the plugin's pool of connections. */
public final class OnlineHistory {
  private static final String DISPATCHER = "ebb.journal.read.dispatcher";

  private final ActorSystem<?> system;
  private final CurrentEventsByPersistenceIdQuery journal;

  public OnlineHistory(ActorSystem<?> system) {
    this.system = system;
    this.journal =
        PersistenceQuery.get(system)
            .getReadJournalFor(JdbcReadJournal.class, JdbcReadJournal.Identifier());
  }

  /**
   * All events of the node that are durable now, oldest first; empty for a node without events.
   * Fails if the database cannot be read. Completes on the dispatcher of {@code ebb.journal.read},
   * so continue with the {@code …Async} methods and another executor.
   */
  public CompletionStage<List<JournaledEvent.OfNode>> of(NodeId nodeId) {
    return journal
        .currentEventsByPersistenceId(PersistenceIds.ofNode(nodeId), 0, Long.MAX_VALUE)
        .map(OnlineHistory::event)
        .withAttributes(ActorAttributes.dispatcher(DISPATCHER))
        .runWith(Sink.seq(), system)
        .thenApplyAsync(
            List::copyOf, system.dispatchers().lookup(DispatcherSelector.fromConfig(DISPATCHER)));
  }

  private static JournaledEvent.OfNode event(EventEnvelope envelope) {
    long ordering = envelope.offset() instanceof Sequence sequence ? sequence.value() : 0;
    var position = new JournalPosition(ordering, envelope.persistenceId(), envelope.sequenceNr());
    if (envelope.event() instanceof NodeEvent event) {
      return new JournaledEvent.OfNode(position, event);
    }
    throw new ReplayException(
        position, "expected an event of a node, but got " + envelope.event().getClass().getName());
  }
}
