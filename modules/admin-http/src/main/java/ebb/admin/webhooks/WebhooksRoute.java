package ebb.admin.webhooks;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.Blocking;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.journal.database.JournalException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** {@code GET /webhooks}: how far each webhook is, and what it could not deliver. */
public final class WebhooksRoute extends AllDirectives {
  private final ActorSystem<?> system;
  private final Supplier<List<WebhookJson>> webhooks;

  /**
   * @param webhooks may block; throws a {@link JournalException} if the database does not answer
   */
  public WebhooksRoute(ActorSystem<?> system, Supplier<List<WebhookJson>> webhooks) {
    this.system = system;
    this.webhooks = webhooks;
  }

  public Route route() {
    return path("webhooks", () -> get(() -> extractRequest(r -> completeWithFuture(list(r)))));
  }

  private CompletionStage<HttpResponse> list(HttpRequest request) {
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return CompletableFuture.supplyAsync(
        () -> JsonResponses.response(200, Map.of("webhooks", read())), Blocking.executor(system));
  }

  private List<WebhookJson> read() {
    try {
      return webhooks.get();
    } catch (JournalException e) {
      throw new ProblemException(ProblemCode.NOT_READY, "Cannot read the journal: " + e.finding());
    }
  }
}
