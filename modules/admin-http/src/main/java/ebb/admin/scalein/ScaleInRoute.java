package ebb.admin.scalein;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.access.ChangeGuard;
import ebb.admin.access.Permission;
import ebb.admin.http.IdempotencyKey;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.RequestBodies;
import ebb.admin.json.ScaleInBody;
import ebb.admin.json.ScaleInJson;
import ebb.admin.routes.LeaderClient;
import java.time.Clock;
import java.util.concurrent.CompletionStage;

/** {@code POST /scale-in}: chooses the hosts whose drain costs least, and drains them. */
public final class ScaleInRoute extends AllDirectives {
  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final RequestBodies bodies;
  private final Clock clock;

  public ScaleInRoute(
      ActorSystem<?> system, LeaderClient leader, RequestBodies bodies, Clock clock) {
    this.system = system;
    this.leader = leader;
    this.bodies = bodies;
    this.clock = clock;
  }

  public Route route() {
    return path(
        "scale-in",
        () -> post(() -> extractRequest(request -> completeWithFuture(scaleIn(request)))));
  }

  private CompletionStage<HttpResponse> scaleIn(HttpRequest request) {
    return bodies
        .read(request)
        .thenComposeAsync(read -> scaleIn(request, read), system.executionContext())
        .thenApplyAsync(ScaleInRoute::answer, system.executionContext());
  }

  private CompletionStage<ScaleInJson> scaleIn(HttpRequest request, byte[] read) {
    ScaleInBody body = ScaleInBody.parse(read);
    if (!body.dryRun()) {
      new ChangeGuard(request).require(Permission.DRAIN);
    }
    return new ScaleIn(
            leader.as(request),
            body,
            IdempotencyKey.of(request, read),
            clock,
            system.executionContext())
        .run();
  }

  /** Answers 202 if some nodes still have to apply the refresh. */
  private static HttpResponse answer(ScaleInJson json) {
    return JsonResponses.response(json.pending().isEmpty() ? 200 : 202, json);
  }
}
