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

/** Has no buffer of its own: the feed keeps the newest events for all, the journal the others. */
final class JournalFollower implements Follower {
  /**
   * Other followers that are behind wait meanwhile. Whether this one reads or not, it ends then,
   * and its client comes back behind the others.
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

  /** A turn that has still to come is given back when it does. */
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
