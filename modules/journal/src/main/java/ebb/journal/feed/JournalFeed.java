package ebb.journal.feed;

import akka.Done;
import akka.actor.Cancellable;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalException;
import ebb.journal.event.ReplayException;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.StablePrefix;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.concurrent.ExecutionContextExecutor;

/**
 * Feeds new events of the journal to any number of followers. One reader serves all of them, and
 * reads only while there are followers. The feed keeps the newest events. A follower that is
 * further behind first reads the journal itself, taking turns with other such followers.
 *
 * <p>Soft state. Safe for use by several threads.
 */
public final class JournalFeed {
  private static final Logger LOG = LoggerFactory.getLogger(JournalFeed.class);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  /** Two events for each node of a large fleet; takes some megabytes. */
  static final int KEPT = 20_000;

  /** Events to read when the feed starts, for followers that come from a failed instance. */
  private static final int KEPT_FROM_BEFORE = 2_000;

  /** Maximum number of kept events that a follower gets at once. */
  private static final int PORTION = 100;

  /** Each follower that is behind keeps a connection, and the states of the nodes that it reads. */
  private static final int BEHIND_AT_A_TIME = 4;

  /** A follower that waits for events gets an empty portion after this many polls. */
  private static final int POLLS_WITHOUT_NEWS = 50;

  /** After this many polls without a follower, the feed stops polling. */
  private static final int POLLS_WITHOUT_FOLLOWER = 25;

  private final Supplier<JournalReader> journal;
  private final ActorSystem<?> system;
  private final ExecutionContextExecutor executor;
  private final int kept;
  private final Turns turns = new Turns(BEHIND_AT_A_TIME);
  private int followers;
  private int pollsWithoutFollower;
  private @Nullable Tail tail;

  public JournalFeed(JournalDatabase journal, ActorSystem<?> system) {
    this(journal::reader, system, KEPT);
  }

  JournalFeed(Supplier<JournalReader> journal, ActorSystem<?> system, int kept) {
    this.journal = journal;
    this.system = system;
    this.kept = kept;
    executor =
        system.dispatchers().lookup(DispatcherSelector.fromConfig("ebb.journal.read.dispatcher"));
    // Before the journal closes: SQLite moves its log into the file with the last connection.
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeActorSystemTerminate(),
            "close the feed of the journal",
            () -> CompletableFuture.runAsync(this::close, executor).thenApply(any -> Done.done()));
  }

  private void close() {
    Tail last;
    synchronized (this) {
      last = tail;
      tail = null;
    }
    if (last != null) {
      last.close();
    }
  }

  /**
   * Begins to follow. The caller must close the follower.
   *
   * @param after the position to continue from; empty for new events only
   * @return fails with a {@link PositionException} if it is impossible to continue from the
   *     position, and with a {@link JournalException} if the journal cannot be read
   */
  public CompletionStage<Follower> follow(Optional<EventPosition> after) {
    Tail joined = join();
    return joined
        .started
        .thenApplyAsync(
            done -> {
              after.ifPresent(position -> require(position, joined));
              return (Follower) new JournalFollower(this, joined, after.orElseGet(joined::newest));
            },
            executor)
        .whenCompleteAsync(
            (follower, failure) -> {
              if (failure != null) {
                leave();
              }
            },
            executor);
  }

  private void require(EventPosition position, Tail joined) {
    if (position.equals(EventPosition.START) || joined.has(position)) {
      return;
    }
    try (JournalReader reader = journal.get()) {
      long place = position.place();
      if (reader.events(place - 1, place, 1).stream()
          .map(EventPosition::behind)
          .noneMatch(position::equals)) {
        throw reader.events(0, Long.MAX_VALUE, 1).stream()
            .map(EventPosition::behind)
            .filter(first -> place < first.place())
            .findFirst()
            .map(first -> PositionException.forgotten(position, first))
            .orElseGet(() -> PositionException.unknown(position));
      }
    }
  }

  private synchronized Tail join() {
    followers++;
    if (tail == null || tail.failed()) {
      tail = new Tail();
      tail.begin();
    }
    return tail;
  }

  /** Keeps the tail: the next follower may come soon, and continue where this one was. */
  synchronized void leave() {
    followers--;
  }

  /** Whether there has been no follower for a while, or this is no longer the feed's tail. */
  private synchronized boolean isOver(Tail poller) {
    if (followers > 0 || tail != poller) {
      pollsWithoutFollower = 0;
      return tail != poller;
    }
    boolean over = ++pollsWithoutFollower > POLLS_WITHOUT_FOLLOWER;
    if (over) {
      tail = null;
    }
    return over;
  }

  Turns turns() {
    return turns;
  }

  Executor executor() {
    return executor;
  }

  Cancellable after(Duration delay, Runnable work) {
    return system.scheduler().scheduleOnce(delay, work, executor);
  }

  /** For work that does not block. */
  Executor light() {
    return system.executionContext();
  }

  EventPages pages() {
    return new EventPages(journal.get());
  }

  /** The newest part of the journal, and the reader that keeps it up to date. */
  final class Tail {
    private final StablePrefix stable = new StablePrefix();
    private final CompletableFuture<Done> started = new CompletableFuture<>();
    private final TreeMap<Long, FeedEvent> events = new TreeMap<>();

    /** All events after this position and up to {@link #to} are kept. */
    private long from;

    private long to;
    private EventPosition newest = EventPosition.START;
    private CompletableFuture<Done> news = new CompletableFuture<>();
    private int pollsWithoutNews;
    private @Nullable Cancellable polls;

    /** Guards the next two fields. Only one poll runs at a time, on any thread. */
    private final Object pollLock = new Object();

    private @Nullable EventPages pages;

    private boolean away;

    private synchronized void begin() {
      polls =
          system
              .scheduler()
              .scheduleWithFixedDelay(Duration.ZERO, POLL_INTERVAL, this::poll, executor);
    }

    private synchronized void stop() {
      if (polls != null) {
        polls.cancel();
      }
    }

    private synchronized boolean failed() {
      return news.isCompletedExceptionally() || started.isCompletedExceptionally();
    }

    /** Waits for a poll that has begun; later polls find that this is not the feed's tail. */
    private void close() {
      synchronized (pollLock) {
        stop();
        forgetPages();
      }
    }

    private void poll() {
      synchronized (pollLock) {
        pollOnce();
      }
    }

    private void pollOnce() {
      if (isOver(this)) {
        stop();
        forgetPages();
        return;
      }
      try {
        read();
        away = false;
      } catch (ReplayException e) {
        fail(e);
      } catch (JournalException e) {
        forgetPages();
        if (!started.isDone()) {
          fail(e);
        } else if (!away) {
          away = true;
          LOG.warn("Followers wait for the journal: {}", e.getMessage());
        }
      } catch (RuntimeException e) {
        LOG.error("The journal cannot be followed", e);
        fail(e);
      }
    }

    private void read() {
      EventPages own = pages;
      if (own == null) {
        own = pages();
        pages = own;
      }
      long upTo = stable.read(own.reader());
      if (upTo == StablePrefix.UNKNOWN) {
        return;
      }
      if (!started.isDone()) {
        startAt(
            Math.max(0, upTo - KEPT_FROM_BEFORE),
            own.reader().newestEvent(upTo).map(EventPosition::behind));
      }
      long place = place();
      while (place < upTo) {
        List<FeedEvent> page = own.next(place, upTo);
        place = page.size() < EventPages.SIZE ? upTo : page.get(page.size() - 1).position().place();
        add(page, place);
      }
      started.complete(Done.getInstance());
      refresh();
    }

    private synchronized void startAt(long place, Optional<EventPosition> last) {
      from = place;
      to = place;
      newest = last.orElse(EventPosition.START);
    }

    private synchronized long place() {
      return to;
    }

    private void add(List<FeedEvent> page, long upTo) {
      CompletableFuture<Done> told;
      synchronized (this) {
        page.forEach(event -> events.put(event.position().place(), event));
        while (events.size() > kept) {
          from = events.pollFirstEntry().getKey();
        }
        to = upTo;
        if (page.isEmpty()) {
          return;
        }
        newest = page.get(page.size() - 1).position();
        told = nextNews();
      }
      told.complete(Done.getInstance());
    }

    private CompletableFuture<Done> nextNews() {
      CompletableFuture<Done> told = news;
      news = new CompletableFuture<>();
      pollsWithoutNews = 0;
      return told;
    }

    /** Answers waiting followers after a while without news. This releases those that have left. */
    private void refresh() {
      CompletableFuture<Done> told;
      synchronized (this) {
        if (++pollsWithoutNews < POLLS_WITHOUT_NEWS) {
          return;
        }
        told = nextNews();
      }
      told.complete(Done.getInstance());
    }

    private void fail(RuntimeException reason) {
      stop();
      forgetPages();
      started.completeExceptionally(reason);
      CompletableFuture<Done> waiting;
      synchronized (this) {
        waiting = news;
      }
      waiting.completeExceptionally(reason);
    }

    private void forgetPages() {
      EventPages own = pages;
      pages = null;
      if (own != null) {
        try {
          own.close();
        } catch (JournalException e) {
          LOG.debug("A broken connection cannot be closed", e);
        }
      }
    }

    synchronized EventPosition newest() {
      return newest;
    }

    private synchronized boolean has(EventPosition position) {
      FeedEvent event = events.get(position.place());
      return event != null && event.position().equals(position);
    }

    /** How far a follower that is behind has to read the journal: the kept events begin there. */
    synchronized long limitFor(long place) {
      return Math.max(place, from);
    }

    /**
     * The events after a position; completes with none if there are no new events for some time.
     *
     * @return empty if some of these events are not kept
     */
    Optional<CompletionStage<List<FeedEvent>>> behind(long place) {
      CompletableFuture<Done> next;
      synchronized (this) {
        if (place < from) {
          return Optional.empty();
        }
        List<FeedEvent> there =
            events.tailMap(place, false).values().stream().limit(PORTION).toList();
        if (!there.isEmpty()) {
          return Optional.of(CompletableFuture.completedFuture(there));
        }
        next = news;
      }
      return Optional.of(next.thenApplyAsync(done -> List.of(), light()));
    }
  }
}
