package ebb.admin.webhooks;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import ebb.admin.http.Blocking;
import ebb.admin.routes.NodeHistory;
import ebb.journal.database.JournalException;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Row;
import ebb.metrics.MetricsText;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The webhooks of the cluster. The instance that leads sends; each instance shows how far they are.
 * Safe for use by several threads.
 */
public final class Webhooks {
  private static final Duration CHECK_LEAD_EVERY = Duration.ofSeconds(1);

  /** A database that does not answer must not delay the end of a process. */
  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

  private final List<WebhookSettings> webhooks;
  private final NodeHistory journal;
  private final LongFunction<FencedStore> stores;
  private final Function<String, List<Row>> rows;
  private final Clock clock;
  private volatile @Nullable Term current;
  private boolean ended;

  /**
   * @param stores the rows that the leader of a term writes
   * @param rows what leaders have written of a kind; blocks
   */
  public Webhooks(
      List<WebhookSettings> webhooks,
      NodeHistory journal,
      LongFunction<FencedStore> stores,
      Function<String, List<Row>> rows,
      Clock clock) {
    this.webhooks = webhooks;
    this.journal = journal;
    this.stores = stores;
    this.rows = rows;
    this.clock = clock;
  }

  /**
   * Sends from now on, whenever this instance leads.
   *
   * @param led the term that this instance leads in; 0 for none
   */
  public void start(ActorSystem<?> system, LongSupplier led) {
    if (webhooks.isEmpty()) {
      return;
    }
    Executor blocking = Blocking.executor(system);
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    system
        .scheduler()
        .scheduleWithFixedDelay(
            CHECK_LEAD_EVERY,
            CHECK_LEAD_EVERY,
            () -> blocking.execute(() -> follow(led.getAsLong(), client)),
            system.executionContext());
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeServiceUnbind(),
            "stop webhooks",
            () ->
                CompletableFuture.runAsync(() -> end(client), blocking)
                    .thenApply(any -> Done.done()));
  }

  private synchronized void follow(long led, HttpClient client) {
    Term last = current;
    if (last != null && last.number != led) {
      last.stop();
      current = null;
    }
    if (current == null && led != 0 && !ended) {
      current = new Term(led, client);
    }
  }

  private synchronized void end(HttpClient client) {
    ended = true;
    follow(0, client);
  }

  /**
   * All webhooks, in the order of the configuration. Blocks.
   *
   * @throws JournalException if the database does not answer
   */
  public List<WebhookJson> show() {
    if (webhooks.isEmpty()) {
      return List.of();
    }
    Map<String, WebhookState> states =
        rows.apply(WebhookState.KIND).stream()
            .collect(Collectors.toMap(row -> row.key().id(), WebhookState::of));
    return webhooks.stream()
        .map(webhook -> WebhookJson.of(webhook, Optional.ofNullable(states.get(webhook.name()))))
        .toList();
  }

  /** Writes how late each webhook is, on the leader. */
  public void write(MetricsText text) {
    Term now = current;
    Map<String, Double> lags = new LinkedHashMap<>();
    if (now != null) {
      now.senders.forEach((name, sender) -> lags.put(name, sender.lag().toMillis() / 1e3));
    }
    text.gauge(
        "ebb_webhook_lag_seconds",
        "Age of the event that the leader sends or retries, by webhook; 0 if none waits.",
        "webhook",
        lags);
  }

  /** What runs while this instance leads in one term. */
  private final class Term {
    private final long number;
    private final FencedStore store;
    private final CompletableFuture<Done> ending = new CompletableFuture<>();
    private final Map<String, WebhookSender> senders = new LinkedHashMap<>();
    private final List<Thread> threads = new ArrayList<>();

    Term(long number, HttpClient client) {
      this.number = number;
      store = stores.apply(number);
      for (WebhookSettings webhook : webhooks) {
        WebhookSender sender = new WebhookSender(webhook, journal, store, client, clock, ending);
        senders.put(webhook.name(), sender);
        Thread thread = new Thread(sender, "webhook " + webhook.name());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
      }
    }

    /** Lets the senders store their positions. */
    void stop() {
      ending.complete(Done.getInstance());
      store.hurry();
      long end = System.nanoTime() + STOP_WITHIN.toNanos();
      try {
        for (Thread thread : threads) {
          thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      store.close();
    }
  }
}
