package ebb.admin.routes;

import static akka.http.javadsl.server.PathMatchers.segment;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.IdempotencyKey;
import ebb.admin.http.JsonFields;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.admin.http.RequestBodies;
import ebb.admin.json.OperationJson;
import ebb.admin.json.RefreshBody;
import ebb.admin.json.UndoJson;
import ebb.domain.forecast.PastDrains;
import ebb.domain.lists.OperationProgress;
import ebb.domain.refresh.RefreshRequest;
import ebb.journal.feed.JournalSummary;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.NodesListReply.OperationSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * {@code /operations}: what was requested, its progress, what would undo it, and its end by force.
 */
public final class OperationsRoutes extends AllDirectives {
  private static final String REASON = "reason";
  private static final Duration LONGEST_READ = Duration.ofSeconds(1);

  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final NodeHistory history;
  private final RequestBodies bodies;
  private final Clock clock;

  public OperationsRoutes(
      ActorSystem<?> system,
      LeaderClient leader,
      NodeHistory history,
      RequestBodies bodies,
      Clock clock) {
    this.system = system;
    this.leader = leader;
    this.history = history;
    this.bodies = bodies;
    this.clock = clock;
  }

  public Route route() {
    return pathPrefix(
        "operations",
        () ->
            concat(
                pathEnd(() -> get(() -> extractRequest(r -> completeWithFuture(list(r))))),
                path(
                    segment(),
                    id -> get(() -> extractRequest(r -> completeWithFuture(one(id, r))))),
                path(
                    segment().slash("undo"),
                    id -> get(() -> extractRequest(r -> completeWithFuture(undo(id, r))))),
                path(
                    segment().slash("force"),
                    id -> post(() -> extractRequest(r -> completeWithFuture(force(id, r)))))));
  }

  private CompletionStage<HttpResponse> list(HttpRequest request) {
    OperationsPage page = OperationsPage.of(request);
    return leader
        .operations(page.before(), page.limit())
        .thenComposeAsync(
            seen ->
                pastDrains(seen.operations().stream().anyMatch(each -> !each.isComplete()))
                    .thenApplyAsync(
                        past ->
                            JsonResponses.response(
                                200, OperationsPage.json(seen, past, clock.instant())),
                        system.executionContext()),
            system.executionContext());
  }

  private CompletionStage<HttpResponse> one(String id, HttpRequest request) {
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    LeaderClient asked = leader.as(request);
    return asked
        .operation(id, false)
        .thenComposeAsync(seen -> found(id, seen, asked), system.executionContext());
  }

  private CompletionStage<HttpResponse> found(String id, OperationSeen seen, LeaderClient asked) {
    OperationProgress operation = known(id, seen);
    List<NodeStateUpdate> draining = OperationJson.Detail.draining(operation, seen.nodes());
    return asked
        .applicationsOf(draining)
        .thenCombineAsync(
            pastDrains(!draining.isEmpty()),
            (applications, past) ->
                JsonResponses.response(
                    200,
                    OperationJson.Detail.of(
                        operation, seen.nodes(), applications, past, clock.instant())),
            system.executionContext());
  }

  /**
   * For forecasts; empty if the journal does not answer in time.
   *
   * @param wanted whether there is anything to forecast
   */
  private CompletionStage<Optional<PastDrains>> pastDrains(boolean wanted) {
    return wanted
        ? history
            .summary()
            .toCompletableFuture()
            .copy()
            .orTimeout(LONGEST_READ.toMillis(), TimeUnit.MILLISECONDS)
            .handle((summary, failure) -> Optional.ofNullable(summary).map(JournalSummary::drains))
        : CompletableFuture.completedStage(Optional.empty());
  }

  static OperationProgress known(String id, OperationSeen seen) {
    return seen.operation()
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemCode.OPERATION_NOT_FOUND,
                    "No operation " + id + " is known, or it is not kept any longer"));
  }

  private CompletionStage<HttpResponse> undo(String id, HttpRequest request) {
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return leader
        .operation(id, true)
        .thenApplyAsync(
            seen ->
                JsonResponses.response(
                    200,
                    UndoJson.of(
                        known(id, seen).accepted().operationId(), seen.undo().orElseThrow())),
            system.executionContext());
  }

  private CompletionStage<HttpResponse> force(String id, HttpRequest request) {
    return bodies
        .readIfThere(request)
        .thenComposeAsync(body -> force(id, request, body), system.executionContext())
        .thenApplyAsync(RefreshRoute::answer, system.executionContext());
  }

  private CompletionStage<Refreshed> force(String id, HttpRequest request, byte[] body) {
    JsonFields fields =
        JsonFields.parse(body, List.of(REASON, RefreshBody.DRY_RUN, RefreshBody.PLAN));
    return leader
        .as(request)
        .refresh(
            RefreshRequest.forceOf(id, IdempotencyKey.of(request, body))
                .onlyAs(fields.plan(RefreshBody.PLAN)),
            fields.line(REASON),
            fields.flag(RefreshBody.DRY_RUN),
            false);
  }
}
