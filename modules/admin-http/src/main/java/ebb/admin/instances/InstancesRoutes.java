package ebb.admin.instances;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.access.Caller;
import ebb.admin.http.JsonFields;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.admin.http.RequestBodies;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code GET /instances} and {@code POST /leave}. */
public final class InstancesRoutes extends AllDirectives {
  private static final String INSTANCE = "instance";
  private static final String FORCE = "force";
  private static final String REASON = "reason";

  private final ActorSystem<?> system;
  private final Instances instances;
  private final RequestBodies bodies;

  public InstancesRoutes(ActorSystem<?> system, Instances instances, RequestBodies bodies) {
    this.system = system;
    this.instances = instances;
    this.bodies = bodies;
  }

  public Route route() {
    return concat(
        path("instances", () -> get(() -> extractRequest(r -> completeWithFuture(list(r))))),
        path("leave", () -> post(() -> extractRequest(r -> completeWithFuture(leave(r))))));
  }

  private CompletionStage<HttpResponse> list(HttpRequest request) {
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return instances
        .all()
        .thenApplyAsync(
            all -> JsonResponses.response(200, Map.of("instances", all)),
            system.executionContext());
  }

  private CompletionStage<HttpResponse> leave(HttpRequest request) {
    return bodies
        .readIfThere(request)
        .thenApplyAsync(body -> order(body, Caller.of(request)), system.executionContext())
        .thenComposeAsync(
            order ->
                instances
                    .leave(order)
                    .thenApplyAsync(InstancesRoutes::answer, system.executionContext()),
            system.executionContext());
  }

  private static LeaveOrder order(byte[] body, Caller caller) {
    JsonFields fields = JsonFields.parse(body, List.of(INSTANCE, FORCE, REASON));
    return new LeaveOrder(
        fields.line(INSTANCE), fields.flag(FORCE), caller.text(), fields.line(REASON));
  }

  /** Answers 202, because the process ends later. */
  private static HttpResponse answer(LeaveAnswer answer) {
    if (answer instanceof LeaveAnswer.Begun begun) {
      return JsonResponses.response(
          202,
          new Leaving(
              begun.instance(),
              begun.leader().orElse(null),
              begun.isThisOne() ? ProcessJson.ofThisOne() : null));
    } else if (answer instanceof LeaveAnswer.Refused refused) {
      throw new ProblemException(codeOf(refused.code()), refused.reason());
    }
    throw new IllegalStateException("no answer to a leave: " + answer);
  }

  private static ProblemCode codeOf(LeaveRejection code) {
    return switch (code) {
      case UNKNOWN_INSTANCE -> ProblemCode.INSTANCE_NOT_FOUND;
      case LEAVES_ALREADY -> ProblemCode.INSTANCE_LEAVING;
      case NOBODY_TAKES_OVER -> ProblemCode.NOBODY_TAKES_OVER;
      case NO_ANSWER -> ProblemCode.INSTANCE_UNAVAILABLE;
    };
  }

  /**
   * @param process the process of the leaving instance; null if another instance received the
   *     request
   */
  record Leaving(String instance, @Nullable String leader, @Nullable ProcessJson process) {}

  /**
   * A process, for clients on the same host that wait for its end.
   *
   * @param startedAt its start as reported by the operating system, UTC; null if that is not
   *     available
   */
  record ProcessJson(long pid, @Nullable String startedAt) {
    static ProcessJson ofThisOne() {
      ProcessHandle own = ProcessHandle.current();
      return new ProcessJson(
          own.pid(), own.info().startInstant().map(Instant::toString).orElse(null));
    }
  }
}
