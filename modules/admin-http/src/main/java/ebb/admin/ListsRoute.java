package ebb.admin;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** {@code GET /lists}: what is in force, and whether the files say the same. */
final class ListsRoute extends AllDirectives {
  private final ActorSystem<?> system;
  private final LeaderClient leader;

  ListsRoute(ActorSystem<?> system, LeaderClient leader) {
    this.system = system;
    this.leader = leader;
  }

  Route route() {
    return path(
        "lists", () -> get(() -> extractRequest(request -> completeWithFuture(lists(request)))));
  }

  private CompletionStage<HttpResponse> lists(HttpRequest request) {
    Queries.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return leader
        .lists()
        .thenApplyAsync(seen -> Json.response(200, ListsJson.of(seen)), system.executionContext());
  }
}
