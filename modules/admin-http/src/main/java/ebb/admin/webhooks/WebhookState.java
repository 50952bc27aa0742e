package ebb.admin.webhooks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import ebb.journal.database.JournalException;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far a webhook is. Hard state: one of the rows that only the leader of the newest term writes.
 *
 * @param position every wanted event up to here was accepted, or is a dead letter
 * @param sentAt when the receiver last accepted an event, in UTC; null if never
 * @param failing the event after the position that the receiver does not accept; null for none
 * @param deadLetters events on which the webhook gave up, oldest first; only the newest are kept
 */
record WebhookState(
    String position,
    @Nullable String sentAt,
    @Nullable UndeliveredEvent failing,
    List<UndeliveredEvent> deadLetters) {
  /** The kind of the rows. */
  static final String KIND = "webhook";

  /** Each takes some hundred bytes. */
  static final int KEPT_DEAD_LETTERS = 100;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  static WebhookState startingAt(EventPosition position) {
    return new WebhookState(position.toString(), null, null, List.of());
  }

  EventPosition eventPosition() {
    return EventPosition.parse(position)
        .orElseThrow(() -> new IllegalStateException("no position of an event: " + position));
  }

  WebhookState movedTo(EventPosition next) {
    return new WebhookState(next.toString(), sentAt, null, deadLetters);
  }

  WebhookState accepted(FeedEvent event, Instant now) {
    return new WebhookState(event.position().toString(), now.toString(), null, deadLetters);
  }

  WebhookState failed(FeedEvent event, String error, Instant now) {
    UndeliveredEvent known = failing;
    UndeliveredEvent next =
        known != null && known.id().equals(event.position().toString())
            ? known.again(error, now)
            : UndeliveredEvent.of(eventPosition(), event, error, now);
    return new WebhookState(position, sentAt, next, deadLetters);
  }

  /** Gives up on an event that failed. */
  WebhookState gaveUp(UndeliveredEvent event) {
    List<UndeliveredEvent> all = Stream.concat(deadLetters.stream(), Stream.of(event)).toList();
    return new WebhookState(
        event.id(),
        sentAt,
        null,
        all.subList(Math.max(0, all.size() - KEPT_DEAD_LETTERS), all.size()));
  }

  Row row(String webhook) {
    try {
      return new Row(new RowKey(KIND, "", webhook), MAPPER.writeValueAsBytes(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON for the state of " + webhook, e);
    }
  }

  /**
   * @throws JournalException if the row is not one of this class
   */
  static WebhookState of(Row row) {
    try {
      return MAPPER.readValue(row.content(), WebhookState.class);
    } catch (IOException e) {
      throw new JournalException("Cannot read the row of the webhook " + row.key().id(), e);
    }
  }
}
