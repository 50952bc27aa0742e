package ebb.admin.routes;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.IdempotencyKey;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.RequestBodies;
import ebb.admin.json.RefreshBody;
import ebb.admin.json.RefreshJson;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.util.concurrent.CompletionStage;

/** {@code POST /refresh}. */
public final class RefreshRoute extends AllDirectives {
  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final RequestBodies bodies;

  public RefreshRoute(ActorSystem<?> system, LeaderClient leader, RequestBodies bodies) {
    this.system = system;
    this.leader = leader;
    this.bodies = bodies;
  }

  public Route route() {
    return path(
        "refresh",
        () -> post(() -> extractRequest(request -> completeWithFuture(refresh(request)))));
  }

  private CompletionStage<HttpResponse> refresh(HttpRequest request) {
    return bodies
        .read(request)
        .thenApplyAsync(
            body -> RefreshBody.parse(body, IdempotencyKey.of(request, body)),
            system.executionContext())
        .thenComposeAsync(
            body ->
                leader
                    .as(request)
                    .refresh(
                        body.request(), body.reason(), body.dryRun(), body.requireConfirmation()),
            system.executionContext())
        .thenApplyAsync(RefreshRoute::answer, system.executionContext());
  }

  /** Answers 202 if some nodes still have to apply the refresh. */
  static HttpResponse answer(Refreshed refreshed) {
    return JsonResponses.response(
        refreshed.pending().isEmpty() ? 200 : 202, RefreshJson.of(refreshed));
  }
}
