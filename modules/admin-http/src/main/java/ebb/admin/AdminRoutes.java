package ebb.admin;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;

/** Every path of the API, and what holds for all of them. */
final class AdminRoutes extends AllDirectives {
  private final Problems problems = new Problems();
  private final RefreshRoute refresh;
  private final NodesRoutes nodes;
  private final ListsRoute lists;
  private final OperationsRoutes operations;
  private final TimeoutRoute timeout;
  private final Supplier<Readiness> readiness;

  AdminRoutes(
      RefreshRoute refresh,
      NodesRoutes nodes,
      ListsRoute lists,
      OperationsRoutes operations,
      TimeoutRoute timeout,
      Supplier<Readiness> readiness) {
    this.refresh = refresh;
    this.nodes = nodes;
    this.lists = lists;
    this.operations = operations;
    this.timeout = timeout;
    this.readiness = readiness;
  }

  static AdminRoutes of(
      ActorSystem<?> system,
      AdminSettings settings,
      LeaderClient leader,
      NodeHistory history,
      Supplier<Readiness> readiness) {
    RequestBodies bodies = new RequestBodies(system, settings.maxBodySize());
    return new AdminRoutes(
        new RefreshRoute(system, leader, bodies),
        new NodesRoutes(system, leader, history, Clock.systemUTC()),
        new ListsRoute(system, leader),
        new OperationsRoutes(system, leader, bodies, Clock.systemUTC()),
        new TimeoutRoute(system, leader, bodies, Clock.systemUTC()),
        readiness);
  }

  Route route() {
    return handleExceptions(
        problems.exceptions(),
        () -> handleRejections(problems.rejections(), () -> extractRequest(this::localOnly)));
  }

  private Route localOnly(HttpRequest request) {
    if (!LocalHosts.contains(request.getUri().host())) {
      return problems.refuse(
          ProblemCode.MISDIRECTED_REQUEST,
          "Call it as localhost or by a loopback address, not as " + request.getUri().host());
    }
    return concat(health(), pathPrefix("api", () -> pathPrefix("v1", this::api)));
  }

  private Route api() {
    return concat(
        refresh.route(), nodes.route(), lists.route(), operations.route(), timeout.route());
  }

  private Route health() {
    return pathPrefix(
        "health",
        () ->
            concat(
                path("live", () -> get(() -> complete(Json.response(200, Map.of("live", true))))),
                path("ready", () -> get(this::ready))));
  }

  private Route ready() {
    Readiness now = readiness.get();
    return now.ready()
        ? complete(Json.response(200, now))
        : problems.refuse(ProblemCode.NOT_READY, now.reason());
  }
}
