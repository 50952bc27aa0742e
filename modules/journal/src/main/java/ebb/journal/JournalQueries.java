package ebb.journal;

import akka.Done;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import ebb.journal.maintenance.JournalAnchor;
import ebb.journal.maintenance.JournalVerification;
import ebb.journal.replay.BeforeJournalException;
import ebb.journal.replay.FleetHistory;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.NodeStateProjection;
import ebb.journal.replay.PastFleet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers long queries while the system runs. Each may read the whole journal, so they run one
 * after the other: histories and writers need the database, too. A query fails with a {@link
 * TimeoutException} if too many are waiting, or it would run too late.
 */
public final class JournalQueries {
  private static final Logger LOG = LoggerFactory.getLogger(JournalQueries.class);
  private static final int MOST_WAITING = 4;

  /** Not at once: an instance that starts has more urgent work in the database. */
  private static final Duration STORE_EVERY = Duration.ofSeconds(30);

  /** How long the last fleet is kept for the next question; 10,000 nodes take some megabytes. */
  private static final Duration KEEP_FLEET = Duration.ofMinutes(10);

  private final JournalDatabase journal;
  private final Queue queue;
  private final FleetHistory fleets = new FleetHistory();
  private final NodeStateProjection states = new NodeStateProjection();

  /** When a fleet was last asked for, by {@link System#nanoTime}. */
  private long lastFleet = System.nanoTime();

  /**
   * @param patience how long a caller waits for the answer; a query that is older is not run
   */
  public JournalQueries(JournalDatabase journal, ActorSystem<?> system, Duration patience) {
    this.journal = journal;
    queue =
        new Queue(
            patience,
            system
                .dispatchers()
                .lookup(DispatcherSelector.fromConfig("ebb.journal.read.dispatcher")));
    system
        .scheduler()
        .scheduleWithFixedDelay(
            STORE_EVERY, STORE_EVERY, this::storeStates, system.executionContext());
  }

  /** Step by step, so that queries come in between. */
  private void storeStates() {
    queue
        .run(
            wanted -> {
              if (System.nanoTime() - lastFleet > KEEP_FLEET.toNanos()) {
                fleets.forget();
              }
              try (JournalReader reader = journal.reader()) {
                return states.step(reader);
              }
            })
        .whenComplete(
            (more, failure) -> {
              if (failure != null) {
                LOG.debug("States of nodes are stored later", failure); // queries need no more time
              } else if (more) {
                storeStates();
              }
            });
  }

  /**
   * The fleet at each of the instants.
   *
   * @return fails with a {@link BeforeJournalException} if one of the instants is before the first
   *     event
   */
  public CompletionStage<List<PastFleet>> fleetsAt(List<Instant> instants) {
    return queue.run(
        wanted -> {
          lastFleet = System.nanoTime();
          try (JournalReader reader = journal.reader()) {
            return instants.stream().map(at -> fleets.at(at, reader)).toList();
          }
        });
  }

  /** Verifies the hashes of all events, page by page and without a long transaction. */
  public CompletionStage<JournalVerification> verify(Optional<JournalAnchor> expected) {
    return queue.run(
        wanted -> {
          try (JournalReader reader = journal.reader()) {
            return JournalVerification.of(reader, expected, wanted);
          }
        });
  }

  /** Runs one query after the other. */
  static final class Queue {
    private final Duration patience;
    private final Executor executor;
    private CompletionStage<Done> last = CompletableFuture.completedStage(Done.getInstance());

    /** Number of open queries, including the one that is running. */
    private int open;

    Queue(Duration patience, Executor executor) {
      this.patience = patience;
      this.executor = executor;
    }

    /**
     * @param query gets what says whether the caller still waits
     */
    synchronized <T> CompletionStage<T> run(Function<BooleanSupplier, T> query) {
      if (open > MOST_WAITING) {
        return CompletableFuture.failedStage(
            new TimeoutException(MOST_WAITING + " history queries are waiting already"));
      }
      open++;
      long asked = System.nanoTime();
      BooleanSupplier wanted = () -> System.nanoTime() - asked < patience.toNanos();
      CompletionStage<T> read = last.thenApplyAsync(before -> read(query, wanted), executor);
      // Does not retain the answer, which is large.
      last = read.handleAsync((answer, failure) -> ended(), executor);
      return read;
    }

    private static <T> T read(Function<BooleanSupplier, T> query, BooleanSupplier wanted) {
      if (!wanted.getAsBoolean()) {
        throw new CompletionException(new TimeoutException("Nobody waits for the answer any more"));
      }
      return query.apply(wanted);
    }

    private synchronized Done ended() {
      open--;
      return Done.getInstance();
    }
  }
}
