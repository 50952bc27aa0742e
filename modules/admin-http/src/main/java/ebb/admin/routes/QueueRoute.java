package ebb.admin.routes;

import static akka.http.javadsl.server.PathMatchers.segment;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonFields;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.QueryParams;
import ebb.admin.http.RequestBodies;
import ebb.admin.json.QueueBody;
import ebb.admin.json.QueueJson;
import ebb.domain.queue.QueueChange;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * {@code /queue}: drains whose hosts wait for their turn. {@code POST /queue} adds one, {@code POST
 * /queue/{id}} holds, resumes, moves or cancels what still waits.
 */
public final class QueueRoute extends AllDirectives {
  private static final String CHANGE = "change";
  private static final String REASON = "reason";

  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final RequestBodies bodies;
  private final Clock clock;

  public QueueRoute(ActorSystem<?> system, LeaderClient leader, RequestBodies bodies, Clock clock) {
    this.system = system;
    this.leader = leader;
    this.bodies = bodies;
    this.clock = clock;
  }

  public Route route() {
    return pathPrefix(
        "queue",
        () ->
            concat(
                pathEnd(
                    () ->
                        concat(
                            get(() -> extractRequest(r -> completeWithFuture(show(r)))),
                            post(() -> extractRequest(r -> completeWithFuture(add(r)))))),
                path(
                    segment(),
                    id -> post(() -> extractRequest(r -> completeWithFuture(change(id, r)))))));
  }

  private CompletionStage<HttpResponse> show(HttpRequest request) {
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return answered(leader.queue());
  }

  private CompletionStage<HttpResponse> add(HttpRequest request) {
    return answered(
        bodies
            .read(request)
            .thenApplyAsync(QueueBody::parse, system.executionContext())
            .thenComposeAsync(leader.as(request)::queue, system.executionContext()));
  }

  private CompletionStage<HttpResponse> change(String id, HttpRequest request) {
    return answered(
        bodies
            .read(request)
            .thenComposeAsync(body -> change(id, request, body), system.executionContext()));
  }

  private CompletionStage<QueueSeen> change(String id, HttpRequest request, byte[] body) {
    JsonFields fields = JsonFields.parse(body, List.of(CHANGE, REASON));
    fields.require(CHANGE);
    QueueChange change = fields.oneOf(CHANGE, QueueChange.values()).orElseThrow();
    return leader.as(request).changeQueue(id, change, fields.line(REASON));
  }

  private CompletionStage<HttpResponse> answered(CompletionStage<QueueSeen> seen) {
    return seen.thenApplyAsync(
        queue -> JsonResponses.response(200, QueueJson.of(queue, clock.instant())),
        system.executionContext());
  }
}
