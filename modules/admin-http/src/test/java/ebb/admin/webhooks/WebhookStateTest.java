package ebb.admin.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import akka.util.ByteString;
import ebb.domain.NodeId;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

public final class WebhookStateTest {
  /** A webhook with all that it can have. */
  public static final WebhookJson SHOWN =
      new WebhookJson(
          "pager",
          "https://pager.example.org",
          "host=h1",
          900,
          "1-00000001",
          "2026-01-31T12:00:00Z",
          undelivered("h1:1"),
          List.of(undelivered(null)));

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private static UndeliveredEvent undelivered(@Nullable String node) {
    String at = "2026-01-31T12:00:00Z";
    return new UndeliveredEvent(
        "1-00000001", "2-00000002", node, "node.lost", at, at, at, 2, "status 503");
  }

  private static FeedEvent event(int place) {
    return new FeedEvent(
        new EventPosition(place, place),
        "node.lost",
        NOW,
        Optional.of(NodeId.parse("h1:1")),
        Optional.empty(),
        ByteString.emptyByteString());
  }

  private static WebhookState start() {
    return WebhookState.startingAt(EventPosition.START);
  }

  @Test
  void shouldStayBeforeAnEventThatFailsAndCountTheAttempts() {
    WebhookState state =
        start()
            .accepted(event(1), NOW)
            .failed(event(2), "status 500", NOW)
            .failed(event(2), "status 503", NOW.plusSeconds(1));

    assertThat(state.eventPosition()).isEqualTo(event(1).position());
    assertThat(state.failing())
        .isEqualTo(
            new UndeliveredEvent(
                "1-00000001",
                "2-00000002",
                "h1:1",
                "node.lost",
                "2026-01-31T12:00:00Z",
                "2026-01-31T12:00:00Z",
                "2026-01-31T12:00:01Z",
                2,
                "status 503"));
  }

  @Test
  void shouldForgetAFailureWhenTheEventIsAcceptedOrAnotherOneFails() {
    WebhookState failed = start().failed(event(1), "status 500", NOW);

    assertThat(failed.accepted(event(1), NOW).failing()).isNull();
    assertThat(Objects.requireNonNull(failed.failed(event(2), "x", NOW).failing()).attempts())
        .isEqualTo(1);
  }

  @Test
  void shouldGoOnBehindADeadLetterAndKeepTheNewest() {
    WebhookState state = start();
    for (int place = 1; place <= 130; place++) {
      WebhookState failed = state.failed(event(place), "status 400", NOW);
      state = failed.gaveUp(Objects.requireNonNull(failed.failing()));
    }

    assertThat(state.eventPosition()).isEqualTo(event(130).position());
    assertThat(state.failing()).isNull();
    assertThat(state.deadLetters()).hasSize(100);
    assertThat(state.deadLetters().get(0).id()).isEqualTo(event(31).position().toString());
  }

  @Test
  void shouldComeBackFromItsRow() {
    WebhookState failed = start().accepted(event(1), NOW).failed(event(2), "größer", NOW);
    WebhookState state =
        failed
            .gaveUp(Objects.requireNonNull(failed.failing()))
            .failed(event(3), "no answer within 10 s", NOW);

    assertThat(WebhookState.of(state.row("pager"))).isEqualTo(state);
  }
}
