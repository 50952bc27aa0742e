package ebb.simulation;

import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.journal.japi.AsyncWriteJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/** Akka's access to the {@link JournalDisk}; named in its configuration. */
public final class SimulatedJournal extends AsyncWriteJournal {

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> writes) {
    List<PersistentRepr> events = new ArrayList<>();
    writes.forEach(write -> events.addAll(CollectionConverters.asJava(write.payload())));
    return JournalDisk.INSTANCE.write(events.get(0).persistenceId(), events);
  }

  @Override
  public Future<@Nullable Void> doAsyncDeleteMessagesTo(String actor, long to) {
    throw new UnsupportedOperationException("events are never deleted");
  }

  @Override
  public Future<@Nullable Void> doAsyncReplayMessages(
      String actor, long from, long to, long most, Consumer<PersistentRepr> each) {
    return JournalDisk.INSTANCE.replay(actor, from, to, each);
  }

  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String actor, long from) {
    return JournalDisk.INSTANCE.highestSequenceNumber(actor);
  }
}
