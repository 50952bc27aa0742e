package ebb.admin;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.MediaTypes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.nodeslist.NodesListReply.Refreshed;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /refresh}. The body has to be application/json, which a web page of another site
 * cannot send without asking first, and it is never allowed to.
 */
final class RefreshRoute extends AllDirectives {
  private static final Duration LONGEST_UPLOAD = Duration.ofSeconds(5);

  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final long maxBodySize;

  RefreshRoute(ActorSystem<?> system, LeaderClient leader, long maxBodySize) {
    this.system = system;
    this.leader = leader;
    this.maxBodySize = maxBodySize;
  }

  Route route() {
    return path(
        "refresh",
        () -> post(() -> extractRequest(request -> completeWithFuture(refresh(request)))));
  }

  private CompletionStage<HttpResponse> refresh(HttpRequest request) {
    if (!request.entity().getContentType().mediaType().equals(MediaTypes.APPLICATION_JSON)) {
      request.discardEntityBytes(system);
      throw new ProblemException(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE, "Send the header Content-Type: application/json");
    }
    Queries.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return request
        .entity()
        .withSizeLimit(maxBodySize)
        // The limit is in the entity already, where exceeding it has an exception of its own.
        .toStrict(LONGEST_UPLOAD.toMillis(), Long.MAX_VALUE, system)
        .thenApplyAsync(
            body -> RefreshBody.parse(body.getData().toArray()), system.executionContext())
        .thenComposeAsync(
            body -> leader.refresh(body.request(), body.reason(), body.dryRun()),
            system.executionContext())
        .thenApplyAsync(RefreshRoute::answer, system.executionContext());
  }

  /** 202 says that a part is still to come. */
  private static HttpResponse answer(Refreshed refreshed) {
    return Json.response(refreshed.pending().isEmpty() ? 200 : 202, RefreshJson.of(refreshed));
  }
}
