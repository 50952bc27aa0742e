package ebb.journal.feed;

import akka.Done;
import akka.actor.Cancellable;
import ebb.journal.feed.JournalFeed.Tail;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A follower without a buffer of its own: the newest events are in the feed, older ones are read
 * from the journal.
 */
final class JournalFollower implements Follower {
  /**
   * After this time the follower ends, whether it is reading or not, because other followers that
   * are behind are waiting. Its client can return, and then waits behind the others.
   */
  private static final Duration LONGEST_TURN = Duration.ofMinutes(1);

  private final JournalFeed feed;
  private final Tail tail;
  private final EventPosition begin;
  private long place;
  private boolean caughtUp;
  private boolean closed;
  private @Nullable CompletionStage<Done> turn;
  private @Nullable Cancellable turnEnd;
  private @Nullable EventPages pages;

  JournalFollower(JournalFeed feed, Tail tail, EventPosition begin) {
    this.feed = feed;
    this.tail = tail;
    this.begin = begin;
    place = begin.place();
  }

  @Override
  public EventPosition begin() {
    return begin;
  }

  @Override
  public synchronized CompletionStage<Optional<List<FeedEvent>>> next() {
    Optional<CompletionStage<List<FeedEvent>>> kept = tail.behind(place);
    if (kept.isPresent()) {
      caughtUp = true;
      endTurn();
      return kept.get().thenApplyAsync(this::passed, feed.light());
    } else if (caughtUp) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    CompletionStage<Done> own = turn;
    if (own == null) {
      own = feed.turns().take();
      turn = own;
    }
    return own.thenApplyAsync(granted -> page(), feed.executor());
  }

  private synchronized Optional<List<FeedEvent>> passed(List<FeedEvent> events) {
    if (!events.isEmpty()) {
      place = events.get(events.size() - 1).position().place();
    }
    return Optional.of(events);
  }

  private synchronized Optional<List<FeedEvent>> page() {
    if (closed) {
      return Optional.empty();
    }
    EventPages own = pages;
    if (own == null) {
      own = feed.pages();
      pages = own;
      turnEnd = feed.after(LONGEST_TURN, this::end);
    }
    long upTo = tail.limitFor(place);
    List<FeedEvent> page = own.next(place, upTo);
    if (page.size() < EventPages.SIZE) {
      place = upTo;
      return Optional.of(page);
    }
    return passed(page);
  }

  /** Gives the turn back. A turn that is not granted yet is given back when it is granted. */
  private void endTurn() {
    EventPages own = pages;
    pages = null;
    if (own != null) {
      feed.executor().execute(own::close);
    }
    Cancellable timer = turnEnd;
    turnEnd = null;
    if (timer != null) {
      timer.cancel();
    }
    CompletionStage<Done> taken = turn;
    turn = null;
    if (taken != null) {
      taken.thenRunAsync(feed.turns()::give, feed.light());
    }
  }

  @Override
  public void close() {
    feed.executor().execute(this::end);
  }

  private synchronized void end() {
    if (!closed) {
      closed = true;
      endTurn();
      feed.leave();
    }
  }
}
