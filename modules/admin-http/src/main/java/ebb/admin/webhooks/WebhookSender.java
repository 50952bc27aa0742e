package ebb.admin.webhooks;

import akka.Done;
import ebb.admin.routes.NodeHistory;
import ebb.domain.text.VisibleText;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import ebb.journal.feed.Follower;
import ebb.journal.feed.PositionException;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.TermLostException;
import ebb.metrics.ProcessMetrics;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts the events of the journal to one webhook, one at a time and in the journal's order, while
 * this instance leads. It continues after the position that the leader before it stored, so an
 * event is sent again if that leader did not store its acceptance.
 *
 * <p>A failure ends the current follower. The next one begins before the event that failed: retry,
 * restart and failover are the same thing. Has its own thread, so that it delays nobody.
 */
final class WebhookSender implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);

  /** Longest time for a receiver to accept an event. */
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  /** How much is sent again after a crash, if a receiver accepts many events. */
  private static final Duration STORE_EVERY = Duration.ofSeconds(1);

  private static final int LONGEST_ERROR = 200;

  private final WebhookSettings webhook;
  private final NodeHistory journal;
  private final FencedStore rows;
  private final HttpClient client;
  private final Clock clock;

  /** Completes when this instance no longer leads. */
  private final CompletableFuture<Done> ending;

  private @Nullable WebhookState state;
  private @Nullable WebhookState stored;
  private long storedAt = System.nanoTime();

  /** Of the event that is being sent. */
  private volatile Optional<Instant> unsentSince = Optional.empty();

  WebhookSender(
      WebhookSettings webhook,
      NodeHistory journal,
      FencedStore rows,
      HttpClient client,
      Clock clock,
      CompletableFuture<Done> ending) {
    this.webhook = webhook;
    this.journal = journal;
    this.rows = rows;
    this.client = client;
    this.clock = clock;
    this.ending = ending;
  }

  /** How long ago the event happened that is being sent, or retried; zero if there is none. */
  Duration lag() {
    return unsentSince.map(at -> Duration.between(at, clock.instant())).orElse(Duration.ZERO);
  }

  @Override
  public void run() {
    try {
      while (!ending.isDone()) {
        pause(send());
      }
      store();
    } catch (TermLostException e) {
      LOG.info("Webhook {} stops: {}", webhook.name(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("Webhook {} may repeat some events: {}", webhook.name(), e.getMessage());
    }
  }

  /**
   * Sends events until one fails.
   *
   * @return how long to wait before the next attempt
   */
  private Duration send() {
    try (Follower follower = follow()) {
      WebhookState now = state;
      if (now == null) {
        state = WebhookState.startingAt(follower.begin());
        store();
      }
      Optional<List<FeedEvent>> page = await(follower.next());
      while (page.isPresent()) {
        for (FeedEvent event : page.get()) {
          Optional<Duration> pause = pass(event);
          if (pause.isPresent()) {
            return pause.get();
          }
        }
        store();
        page = await(follower.next());
      }
      return Duration.ZERO; // used up its turn
    } catch (CancellationException e) {
      return Duration.ZERO;
    } catch (TermLostException e) {
      throw e;
    } catch (RuntimeException e) {
      Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
      LOG.warn("Webhook {} cannot read or write the journal: {}", webhook.name(), cause, cause);
      return RetryPolicy.LONGEST_PAUSE;
    }
  }

  private Follower follow() {
    if (state == null) {
      state =
          rows.read(WebhookState.KIND).stream()
              .filter(row -> row.key().id().equals(webhook.name()))
              .findFirst()
              .map(WebhookState::of)
              .orElse(null);
      stored = state;
    }
    WebhookState known = state;
    if (known == null) {
      return await(journal.follow(webhook.events().after()));
    }
    try {
      return await(journal.follow(Optional.of(known.eventPosition())));
    } catch (CompletionException e) {
      if (e.getCause() instanceof PositionException moved) {
        state = known.movedTo(find(known.eventPosition(), moved));
        return follow();
      }
      throw e;
    }
  }

  /** An event has another position in a copy of the journal, and there the same checksum. */
  private EventPosition find(EventPosition lost, PositionException reason) {
    EventPosition from = EventPosition.START;
    int empty = 0; // one page may be, between what is read from the journal and what is kept of it
    while (empty < 2) {
      try (Follower follower = await(journal.follow(Optional.of(from)))) {
        Optional<List<FeedEvent>> page = await(follower.next());
        while (page.isPresent() && empty < 2) {
          empty = page.get().isEmpty() ? empty + 1 : 0;
          for (FeedEvent event : page.get()) {
            from = event.position();
            if (from.check() == lost.check()) {
              return from;
            }
          }
          page = await(follower.next());
        }
      }
    }
    throw reason;
  }

  /**
   * Sends an event if it is wanted, or passes over it.
   *
   * @return how long to wait before it is sent again; empty if the next one can be sent
   */
  private Optional<Duration> pass(FeedEvent event) {
    WebhookState before = known();
    if (!webhook.events().wants(event)) {
      state = before.movedTo(event.position());
      return Optional.empty();
    }
    unsentSince = Optional.of(event.at());
    Optional<String> error = post(event);
    ProcessMetrics.WEBHOOK_REQUESTS.increment(
        webhook.name(), error.isEmpty() ? "accepted" : "failed");
    if (error.isPresent()) {
      return failed(before, event, error.get());
    }
    if (before.failing() != null) {
      LOG.info("The receiver of webhook {} accepts events again", webhook.name());
    }
    state = before.accepted(event, clock.instant());
    unsentSince = Optional.empty();
    if (System.nanoTime() - storedAt >= STORE_EVERY.toNanos()) {
      store();
    }
    return Optional.empty();
  }

  private Optional<Duration> failed(WebhookState before, FeedEvent event, String error) {
    Instant now = clock.instant();
    WebhookState after = before.failed(event, error, now);
    UndeliveredEvent failing = after.failing();
    if (failing == null) {
      throw new IllegalStateException("no failure in " + after);
    }
    boolean givesUp = RetryPolicy.givesUp(failing, webhook.giveUpAfter(), now);
    if (givesUp) {
      LOG.error(
          "Webhook {} gives up on event {} after {} attempts: {}",
          webhook.name(),
          failing.id(),
          failing.attempts(),
          error);
      ProcessMetrics.WEBHOOK_DEAD_LETTERS.increment(webhook.name());
      after = after.gaveUp(failing);
      unsentSince = Optional.empty();
    } else if (failing.attempts() == 1) {
      LOG.warn(
          "The receiver of webhook {} did not accept an event; retrying: {}",
          webhook.name(),
          error);
    }
    state = after;
    store();
    return givesUp ? Optional.empty() : Optional.of(RetryPolicy.pauseAfter(failing.attempts()));
  }

  /** Returns why the receiver has not accepted the event; empty if it has. */
  private Optional<String> post(FeedEvent event) {
    CompletableFuture<HttpResponse<Void>> answer = new CompletableFuture<>();
    try {
      answer = client.sendAsync(request(event), BodyHandlers.discarding());
      int status =
          await(answer.copy().orTimeout(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS))
              .statusCode();
      return status / 100 == 2 ? Optional.empty() : Optional.of("status " + status);
    } catch (CompletionException e) {
      return Optional.of(reasonOf(e.getCause()));
    } catch (IllegalArgumentException e) {
      return Optional.of(shortened(String.valueOf(e.getMessage())));
    } finally {
      answer.cancel(true); // also closes the connection of a receiver that does not end its answer
    }
  }

  /**
   * @throws IllegalArgumentException if the secret cannot be read
   */
  private HttpRequest request(FeedEvent event) {
    String id = event.position().toString();
    long timestamp = clock.instant().getEpochSecond();
    byte[] body = event.json().toArray();
    return HttpRequest.newBuilder(webhook.url())
        .timeout(ANSWER_WITHIN)
        .header("Content-Type", "application/json")
        .header("Ebb-Webhook", webhook.name())
        .header("Ebb-Event-Id", id)
        .header("Ebb-Timestamp", Long.toString(timestamp))
        .header("Ebb-Signature", WebhookSignature.of(webhook.secret(), id, timestamp, body))
        .POST(BodyPublishers.ofByteArray(body))
        .build();
  }

  private static String reasonOf(@Nullable Throwable failure) {
    if (failure instanceof TimeoutException || failure instanceof HttpTimeoutException) {
      return "no answer within " + ANSWER_WITHIN.toSeconds() + " s";
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "unknown host";
      }
    }
    return failure instanceof ConnectException
        ? "cannot connect"
        : shortened(String.valueOf(failure));
  }

  private static String shortened(String text) {
    String shown = VisibleText.of(text);
    return shown.length() <= LONGEST_ERROR ? shown : shown.substring(0, LONGEST_ERROR);
  }

  private WebhookState known() {
    WebhookState now = state;
    if (now == null) {
      throw new IllegalStateException("the webhook has not begun");
    }
    return now;
  }

  /** Stores the state if it has changed. */
  private void store() {
    WebhookState now = state;
    if (now != null && !now.equals(stored)) {
      rows.write(new FencedStore.Change.Put(now.row(webhook.name())));
      stored = now;
      storedAt = System.nanoTime();
    }
  }

  /**
   * @throws CompletionException with the failure of the stage
   * @throws CancellationException if this instance no longer leads
   */
  private <T> T await(CompletionStage<T> stage) {
    CompletableFuture<T> result = stage.toCompletableFuture();
    var unused = CompletableFuture.anyOf(result, ending).handle((any, failure) -> any).join();
    if (!result.isDone()) {
      throw new CancellationException();
    }
    return result.join();
  }

  private void pause(Duration time) {
    try {
      Done unused = ending.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // the usual end of a pause
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
