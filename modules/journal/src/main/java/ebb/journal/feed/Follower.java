package ebb.journal.feed;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Goes through the journal at its own pace: each event once, in the journal's order. Whoever is
 * slower than the journal grows has to begin anew, from the last position that arrived.
 */
public interface Follower extends AutoCloseable {

  /** Behind which the first event comes. */
  EventPosition begin();

  /**
   * The next events, none after a while without any. One call at a time.
   *
   * @return empty at the end: the follower was too slow, or others who are behind have waited long
   */
  CompletionStage<Optional<List<FeedEvent>>> next();

  @Override
  void close();
}
