package ebb.journal;

import akka.Done;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import ebb.journal.replay.BeforeJournalException;
import ebb.journal.replay.PastFleet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Answers queries about the fleet at past instants, while the system runs. Each query reads the
 * whole journal, so queries run one after the other: histories and writers need the database, too.
 */
public final class LiveFleets {
  private static final int MOST_WAITING = 4;

  private final Function<List<Instant>, List<PastFleet>> journal;
  private final Duration patience;
  private final Executor executor;
  private CompletionStage<Done> last = CompletableFuture.completedStage(Done.getInstance());

  /** Number of open queries, including the one that is running. */
  private int open;

  /**
   * @param patience how long a caller waits for the answer; a query that is older is not run
   */
  public LiveFleets(JournalDatabase journal, ActorSystem<?> system, Duration patience) {
    this(
        journal::fleetsAt,
        patience,
        system.dispatchers().lookup(DispatcherSelector.fromConfig("ebb.journal.read.dispatcher")));
  }

  LiveFleets(
      Function<List<Instant>, List<PastFleet>> journal, Duration patience, Executor executor) {
    this.journal = journal;
    this.patience = patience;
    this.executor = executor;
  }

  /**
   * The fleet at each of the instants.
   *
   * @return fails with a {@link BeforeJournalException} if one of the instants is before the first
   *     event, and with a {@link TimeoutException} if too many queries are waiting, or this one
   *     would run too late
   */
  public synchronized CompletionStage<List<PastFleet>> at(List<Instant> instants) {
    if (open > MOST_WAITING) {
      return CompletableFuture.failedStage(
          new TimeoutException(MOST_WAITING + " history queries are waiting already"));
    }
    open++;
    long asked = System.nanoTime();
    CompletionStage<List<PastFleet>> read =
        last.thenApplyAsync(before -> read(instants, asked), executor);
    // Does not retain the answer, which is large.
    last = read.handleAsync((fleets, failure) -> ended(), executor);
    return read;
  }

  private List<PastFleet> read(List<Instant> instants, long asked) {
    if (System.nanoTime() - asked >= patience.toNanos()) {
      throw new CompletionException(new TimeoutException("Nobody waits for the answer any more"));
    }
    return journal.apply(instants);
  }

  private synchronized Done ended() {
    open--;
    return Done.getInstance();
  }
}
