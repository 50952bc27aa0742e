package ebb.journal.feed;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import ebb.domain.forecast.DrainLog;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalException;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.StablePrefix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.concurrent.ExecutionContextExecutor;

/**
 * Keeps the {@link JournalSummary} of the journal while the system runs. Each request reads what is
 * new. Something reads it from time to time, too, so that no request has to read much.
 *
 * <p>Soft state, rebuilt from the journal at each start. Safe for use by several threads.
 */
public final class LiveSummary {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSummary.class);
  private static final Duration READ_EVERY = Duration.ofSeconds(30);

  private final Supplier<JournalReader> journal;
  private final Executor executor;
  private final StablePrefix stable = new StablePrefix();
  private final DrainLog drains;
  private final List<LeadTaken> leads = new ArrayList<>();

  /** The place up to which the journal was read; {@link StablePrefix#UNKNOWN} before the start. */
  private long place = StablePrefix.UNKNOWN;

  /** The number of the newest of {@link #leads} among the events of its writer. */
  private long lead;

  private JournalSummary newest = JournalSummary.EMPTY;

  /** The read that has been requested last; reads follow one another. */
  private CompletableFuture<JournalSummary> last = CompletableFuture.completedFuture(newest);

  /** Whether {@link #last} has not begun, so that it serves everyone who asks until it does. */
  private boolean waiting;

  public LiveSummary(JournalDatabase journal, ActorSystem<?> system) {
    this(journal::reader, new DrainLog(), dispatcher(system));
    system
        .scheduler()
        .scheduleWithFixedDelay(
            Duration.ZERO, READ_EVERY, this::readQuietly, system.executionContext());
  }

  LiveSummary(Supplier<JournalReader> journal, DrainLog drains, Executor executor) {
    this.journal = journal;
    this.drains = drains;
    this.executor = executor;
  }

  private static ExecutionContextExecutor dispatcher(ActorSystem<?> system) {
    return system
        .dispatchers()
        .lookup(DispatcherSelector.fromConfig("ebb.journal.read.dispatcher"));
  }

  /**
   * The summary of everything that was in the journal when this was called, except for rows that
   * may still be followed by earlier ones.
   *
   * @return fails with a {@link JournalException} if the journal cannot be read
   */
  public synchronized CompletionStage<JournalSummary> now() {
    if (!waiting) {
      waiting = true;
      last = last.handleAsync((summary, failure) -> readNext(), executor);
    }
    return last.minimalCompletionStage();
  }

  private JournalSummary readNext() {
    synchronized (this) {
      waiting = false;
    }
    return read();
  }

  private void readQuietly() {
    now()
        .whenComplete(
            (summary, failure) -> {
              if (failure != null) {
                LOG.debug("The journal is read later", failure); // whoever asks is told
              }
            });
  }

  private void add(JournaledEvent.OfLists event) {
    leads.add((LeadTaken) event.event());
    lead = event.position().sequenceNumber();
  }

  /** Applies what is new only when all of it was read, so a failed read can be repeated. */
  private JournalSummary read() {
    try (JournalReader reader = journal.get()) {
      long upTo = stable.read(reader);
      if (upTo > place) {
        long from = place == StablePrefix.UNKNOWN ? reader.placeBeforeDrains(drains.kept()) : place;
        List<JournaledEvent.OfNode> newDrains = reader.drains(from, upTo).toList();
        List<JournaledEvent.OfLists> newLeads = reader.leads(lead).toList();
        newDrains.forEach(event -> drains.next(event.event()));
        newLeads.forEach(this::add);
        place = upTo;
        newest = new JournalSummary(drains.drains(), leads);
      }
      return newest;
    }
  }
}
