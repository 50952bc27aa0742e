package ebb.journal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Tells what the fleet was while the system runs. */
public final class LiveFleets {
  private final JournalDatabase journal;
  private final Executor executor;
  private CompletionStage<?> lastRead = CompletableFuture.completedStage(List.of());

  public LiveFleets(JournalDatabase journal, ActorSystem<?> system) {
    this.journal = journal;
    this.executor =
        system.dispatchers().lookup(DispatcherSelector.fromConfig("ebb.journal.read.dispatcher"));
  }

  /**
   * The fleet at each of the instants. All of the journal is read for it, so one question waits for
   * the end of the one before: histories, and whoever writes, need the database, too.
   *
   * @return fails with a {@link BeforeJournalException} if one of them is before the first event
   */
  public synchronized CompletionStage<List<PastFleet>> at(List<Instant> instants) {
    CompletionStage<List<PastFleet>> read =
        lastRead.handleAsync((before, failure) -> journal.fleetsAt(instants), executor);
    lastRead = read;
    return read;
  }
}
