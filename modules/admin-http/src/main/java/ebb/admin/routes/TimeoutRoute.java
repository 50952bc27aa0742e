package ebb.admin.routes;

import static akka.http.javadsl.server.PathMatchers.segment;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonFields;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.RequestBodies;
import ebb.admin.json.RefreshBody;
import ebb.admin.json.SeenNodeJson;
import ebb.admin.json.TimeoutChanged;
import ebb.domain.NodeId;
import ebb.domain.TimeoutChange;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code PUT /nodes/{id}/timeout}: changes the timeout of one drain, by an operator's request. */
public final class TimeoutRoute extends AllDirectives {
  private static final String TIMEOUT = "timeoutSecs";
  private static final String FROM_NOW = "fromNowSecs";
  private static final String LONGER_BY = "longerBySecs";
  private static final String DEADLINE = "deadline";
  private static final String IF_EPOCH = "ifEpoch";
  private static final String IF_TIMEOUT = "ifTimeoutSecs";
  private static final String REASON = "reason";
  private static final List<String> FORMS = List.of(TIMEOUT, FROM_NOW, LONGER_BY, DEADLINE);
  private static final List<String> FIELDS =
      List.of(
          TIMEOUT,
          FROM_NOW,
          LONGER_BY,
          DEADLINE,
          IF_EPOCH,
          IF_TIMEOUT,
          REASON,
          RefreshBody.CONFIRMATION);

  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final RequestBodies bodies;
  private final Clock clock;

  public TimeoutRoute(
      ActorSystem<?> system, LeaderClient leader, RequestBodies bodies, Clock clock) {
    this.system = system;
    this.leader = leader;
    this.bodies = bodies;
    this.clock = clock;
  }

  public Route route() {
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
        .thenApplyAsync(parsed -> Body.parse(parsed, clock.instant()), system.executionContext())
        .thenComposeAsync(
            body -> leader.as(request).changeTimeout(nodeId, body.change(), body.reason()),
            system.executionContext())
        .thenApplyAsync(this::answer, system.executionContext());
  }

  /** Answers 202 if the node has not applied the change yet. It will, whatever crashes. */
  private HttpResponse answer(TimeoutChanged timeoutChanged) {
    if (timeoutChanged instanceof TimeoutChanged.OnItsWay accepted) {
      return JsonResponses.response(
          202, new AcceptedJson(accepted.nodeId().toString(), accepted.operationId()));
    } else if (timeoutChanged instanceof TimeoutChanged.Applied applied) {
      return JsonResponses.response(200, SeenNodeJson.of(applied.node(), clock.instant()));
    }
    throw new IllegalStateException("no answer for " + timeoutChanged);
  }

  record AcceptedJson(String nodeId, String operationId) {}

  /** The body, with one of the four forms converted to a {@link TimeoutChange}. */
  private record Body(TimeoutChange change, Optional<String> reason) {
    static Body parse(byte[] body, Instant now) {
      JsonFields fields = JsonFields.parse(body, FIELDS);
      List<String> given = FORMS.stream().filter(fields::has).toList();
      if (given.size() != 1) {
        throw new ProblemException(
            given.isEmpty() ? ProblemCode.MISSING_FIELD : ProblemCode.INVALID_FIELD,
            "Expected one of " + String.join(", ", FORMS),
            given.isEmpty() ? TIMEOUT : given.get(1));
      }
      TimeoutChange form =
          switch (given.get(0)) {
            case FROM_NOW -> TimeoutChange.until(now.plus(fields.seconds(FROM_NOW)));
            case LONGER_BY -> TimeoutChange.longerBy(fields.seconds(LONGER_BY));
            case DEADLINE -> TimeoutChange.until(fields.instant(DEADLINE));
            default -> TimeoutChange.to(fields.timeout(TIMEOUT).orElseThrow());
          };
      TimeoutChange change = form.onlyIf(fields.number(IF_EPOCH), fields.timeout(IF_TIMEOUT));
      return new Body(
          fields.flag(RefreshBody.CONFIRMATION) ? change.requiringConfirmation() : change,
          fields.line(REASON));
    }
  }
}
