package ebb.admin.webhooks;

import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that a receiver has not accepted. Times are in UTC, in ISO-8601.
 *
 * @param after the position before the event, from which {@code GET /api/v1/events} repeats it
 * @param id the position after the event
 * @param nodeId null for an event of the lists
 * @param event its name
 * @param at when it happened
 * @param since when the first attempt failed
 * @param last when the last attempt failed
 * @param error why the last attempt failed
 */
record UndeliveredEvent(
    String after,
    String id,
    @Nullable String nodeId,
    String event,
    String at,
    String since,
    String last,
    int attempts,
    String error) {

  static UndeliveredEvent of(EventPosition after, FeedEvent event, String error, Instant now) {
    return new UndeliveredEvent(
        after.toString(),
        event.position().toString(),
        event.node().map(Object::toString).orElse(null),
        event.name(),
        event.at().toString(),
        now.toString(),
        now.toString(),
        1,
        error);
  }

  UndeliveredEvent again(String newError, Instant now) {
    return new UndeliveredEvent(
        after, id, nodeId, event, at, since, now.toString(), attempts + 1, newError);
  }
}
