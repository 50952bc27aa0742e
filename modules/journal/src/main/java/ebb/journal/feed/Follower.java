package ebb.journal.feed;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reads the journal at its own pace: each event once, in the journal's order. A follower ends if it
 * is slower than the journal grows. Its client must then start a new one, from the last position
 * that it received.
 */
public interface Follower extends AutoCloseable {

  /** The position after which the first event comes. */
  EventPosition begin();

  /**
   * The next events; an empty list if there are none for some time. One call at a time.
   *
   * @return empty at the end: the follower was too slow, or used up its turn while it was behind
   */
  CompletionStage<Optional<List<FeedEvent>>> next();

  @Override
  void close();
}
