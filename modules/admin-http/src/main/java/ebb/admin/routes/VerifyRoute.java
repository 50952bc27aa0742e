package ebb.admin.routes;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.QueryParams;
import ebb.journal.json.VerificationJson;
import ebb.journal.maintenance.JournalAnchor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** {@code /verify}: whether the journal is as it was written, by the hashes of its events. */
public final class VerifyRoute extends AllDirectives {
  private static final String EXPECT = "expect";
  public static final Set<String> PARAMETERS = Set.of(EXPECT);

  private final ActorSystem<?> system;
  private final NodeHistory history;

  public VerifyRoute(ActorSystem<?> system, NodeHistory history) {
    this.system = system;
    this.history = history;
  }

  public Route route() {
    return path("verify", () -> get(() -> extractRequest(r -> completeWithFuture(verify(r)))));
  }

  private CompletionStage<HttpResponse> verify(HttpRequest request) {
    return history
        .verify(expected(request.getUri().query().toMultiMap()))
        .thenApplyAsync(
            found -> JsonResponses.response(200, VerificationJson.of(found)),
            system.executionContext());
  }

  private static Optional<JournalAnchor> expected(Map<String, List<String>> query) {
    QueryParams.refuseUnknown(query, PARAMETERS);
    try {
      return QueryParams.single(query, EXPECT).map(JournalAnchor::parse);
    } catch (IllegalArgumentException e) {
      throw QueryParams.invalid(EXPECT, String.valueOf(e.getMessage()));
    }
  }
}
