package ebb.admin;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.access.AccessFilter;
import ebb.admin.access.AdminSettings;
import ebb.admin.access.ApiOperation;
import ebb.admin.access.Authentication;
import ebb.admin.http.ApiDescription;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.Problems;
import ebb.admin.http.RequestBodies;
import ebb.admin.instances.Instances;
import ebb.admin.instances.InstancesRoutes;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.DiffRoute;
import ebb.admin.routes.EventsRoute;
import ebb.admin.routes.HistoryRoute;
import ebb.admin.routes.HostsRoute;
import ebb.admin.routes.InstanceMetrics;
import ebb.admin.routes.LeaderClient;
import ebb.admin.routes.ListsRoute;
import ebb.admin.routes.MetricsRoute;
import ebb.admin.routes.NodeHistory;
import ebb.admin.routes.NodesRoutes;
import ebb.admin.routes.OperationsRoutes;
import ebb.admin.routes.PageRoute;
import ebb.admin.routes.PastFleets;
import ebb.admin.routes.QueueRoute;
import ebb.admin.routes.RefreshRoute;
import ebb.admin.routes.TimeoutRoute;
import ebb.admin.routes.VerifyRoute;
import ebb.admin.routes.WhoamiRoute;
import ebb.admin.routes.WhyRoute;
import ebb.admin.scalein.ScaleInRoute;
import ebb.admin.webhooks.WebhookJson;
import ebb.admin.webhooks.WebhooksRoute;
import ebb.metrics.ProcessMetrics;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** All paths of the API, and the handling that they share. */
final class AdminRoutes extends AllDirectives {
  /** Paths outside the operations. */
  private static final Set<String> BESIDE = Set.of("/health/live", "/health/ready", "/metrics");

  private final Problems problems = new Problems();
  private final AccessFilter gate;
  private final ApiDescription description = new ApiDescription();
  private final PageRoute page = new PageRoute(problems);
  private final WhoamiRoute whoami = new WhoamiRoute();
  private final RefreshRoute refresh;
  private final NodesRoutes nodes;
  private final WhyRoute why;
  private final HostsRoute hosts;
  private final HistoryRoute history;
  private final EventsRoute events;
  private final DiffRoute diff;
  private final VerifyRoute verify;
  private final ListsRoute lists;
  private final OperationsRoutes operations;
  private final QueueRoute queue;
  private final ScaleInRoute scaleIn;
  private final TimeoutRoute timeout;
  private final InstancesRoutes instances;
  private final WebhooksRoute webhooks;
  private final MetricsRoute metrics;
  private final Supplier<Readiness> readiness;

  AdminRoutes(
      AccessFilter gate,
      RefreshRoute refresh,
      NodesRoutes nodes,
      WhyRoute why,
      HostsRoute hosts,
      HistoryRoute history,
      EventsRoute events,
      DiffRoute diff,
      VerifyRoute verify,
      ListsRoute lists,
      OperationsRoutes operations,
      QueueRoute queue,
      ScaleInRoute scaleIn,
      TimeoutRoute timeout,
      InstancesRoutes instances,
      WebhooksRoute webhooks,
      MetricsRoute metrics,
      Supplier<Readiness> readiness) {
    this.gate = gate;
    this.refresh = refresh;
    this.nodes = nodes;
    this.why = why;
    this.hosts = hosts;
    this.history = history;
    this.events = events;
    this.diff = diff;
    this.verify = verify;
    this.lists = lists;
    this.operations = operations;
    this.queue = queue;
    this.scaleIn = scaleIn;
    this.timeout = timeout;
    this.instances = instances;
    this.webhooks = webhooks;
    this.metrics = metrics;
    this.readiness = readiness;
  }

  static AdminRoutes of(
      ActorSystem<?> system,
      AdminSettings settings,
      Authentication authentication,
      LeaderClient leader,
      NodeHistory history,
      Instances instances,
      Supplier<List<WebhookJson>> webhooks,
      Supplier<Readiness> readiness,
      InstanceMetrics metrics,
      Clock clock) {
    RequestBodies bodies = new RequestBodies(system, settings.maxBodySize());
    PastFleets fleets = new PastFleets(history, clock, system.executionContext());
    return new AdminRoutes(
        new AccessFilter(system, authentication, settings.host().isLoopbackAddress()),
        new RefreshRoute(system, leader, bodies),
        new NodesRoutes(system, leader, history, fleets, clock),
        new WhyRoute(system, leader, history, fleets, clock),
        new HostsRoute(system, leader, clock),
        new HistoryRoute(system, leader, history),
        new EventsRoute(system, history),
        new DiffRoute(system, fleets, clock),
        new VerifyRoute(system, history),
        new ListsRoute(system, leader, bodies),
        new OperationsRoutes(system, leader, history, bodies, clock),
        new QueueRoute(system, leader, bodies, clock),
        new ScaleInRoute(system, leader, bodies, clock),
        new TimeoutRoute(system, leader, bodies, clock),
        new InstancesRoutes(system, instances, bodies),
        new WebhooksRoute(system, webhooks),
        new MetricsRoute(system, leader, metrics, clock),
        readiness);
  }

  Route route() {
    return extractRequest(
        request ->
            mapResponse(
                response -> counted(request, response),
                () ->
                    handleExceptions(
                        problems.exceptions(),
                        () ->
                            handleRejections(
                                problems.rejections(),
                                () ->
                                    withRequestTimeoutResponse(
                                        late -> problems.late(),
                                        () -> gate.here(this::everything))))));
  }

  private static HttpResponse counted(HttpRequest request, HttpResponse response) {
    Optional<ApiOperation> operation = ApiOperation.of(request);
    String path = request.getUri().path();
    ProcessMetrics.HTTP_REQUESTS.increment(
        operation.map(each -> each.method().value()).orElse("GET"),
        operation
            .map(each -> ApiOperation.BASE + each.path())
            .orElse(BESIDE.contains(path) ? path : "other"),
        Integer.toString(response.status().intValue()));
    return response;
  }

  private Route everything() {
    return concat(
        health(),
        path("metrics", () -> gate.reader(metrics::route)),
        page.route(),
        pathPrefix("api", () -> pathPrefix("v1", () -> gate.known(this::api))));
  }

  private Route api() {
    return concat(
        refresh.route(),
        nodes.route(),
        why.route(),
        hosts.route(),
        history.route(),
        events.route(),
        diff.route(),
        verify.route(),
        lists.route(),
        operations.route(),
        queue.route(),
        scaleIn.route(),
        timeout.route(),
        instances.route(),
        webhooks.route(),
        whoami.route(),
        description.route());
  }

  private Route health() {
    return pathPrefix(
        "health",
        () ->
            concat(
                path(
                    "live",
                    () -> get(() -> complete(JsonResponses.response(200, Map.of("live", true))))),
                path("ready", () -> get(this::ready))));
  }

  private Route ready() {
    Readiness now = readiness.get();
    return now.ready()
        ? complete(JsonResponses.response(200, now))
        : problems.refuse(ProblemCode.NOT_READY, now.reason());
  }
}
