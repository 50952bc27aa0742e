package ebb.admin;

import static akka.http.javadsl.server.PathMatchers.segment;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code PUT /nodes/{id}/timeout}: an operator's word on one drain. */
final class TimeoutRoute extends AllDirectives {
  private static final String TIMEOUT = "timeoutSecs";
  private static final String REASON = "reason";

  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final RequestBodies bodies;
  private final Clock clock;

  TimeoutRoute(ActorSystem<?> system, LeaderClient leader, RequestBodies bodies, Clock clock) {
    this.system = system;
    this.leader = leader;
    this.bodies = bodies;
    this.clock = clock;
  }

  Route route() {
    return pathPrefix(
        "nodes",
        () ->
            path(
                segment().slash("timeout"),
                id -> put(() -> extractRequest(r -> completeWithFuture(change(id, r))))));
  }

  private CompletionStage<HttpResponse> change(String id, HttpRequest request) {
    NodeId nodeId = NodesRoutes.nodeId(id, request);
    return bodies
        .read(request)
        .thenApplyAsync(Body::parse, system.executionContext())
        .thenComposeAsync(
            body -> leader.as(Caller.of(request)).retime(nodeId, body.timeout(), body.reason()),
            system.executionContext())
        .thenApplyAsync(
            node -> Json.response(200, NodeJson.of(node, clock.instant())),
            system.executionContext());
  }

  /**
   * @param timeout from the drain's start
   */
  private record Body(DrainTimeout timeout, Optional<String> reason) {
    static Body parse(byte[] body) {
      JsonFields fields = JsonFields.parse(body, List.of(TIMEOUT, REASON));
      fields.require(TIMEOUT);
      return new Body(fields.timeout(TIMEOUT).orElseThrow(), fields.line(REASON));
    }
  }
}
