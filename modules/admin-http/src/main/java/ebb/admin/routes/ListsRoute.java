package ebb.admin.routes;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.ETags;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.QueryParams;
import ebb.admin.http.RequestBodies;
import ebb.admin.json.ExcludesBody;
import ebb.admin.json.ListsJson;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * {@code GET /lists}: the lists in force, and whether the files agree with them. {@code PATCH
 * /lists/exclude}: edits the exclude file, which a refresh then puts in force.
 */
public final class ListsRoute extends AllDirectives {
  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final RequestBodies bodies;

  public ListsRoute(ActorSystem<?> system, LeaderClient leader, RequestBodies bodies) {
    this.system = system;
    this.leader = leader;
    this.bodies = bodies;
  }

  public Route route() {
    return pathPrefix(
        "lists",
        () ->
            concat(
                pathEnd(() -> get(() -> extractRequest(r -> completeWithFuture(lists(r))))),
                path(
                    "exclude",
                    () -> patch(() -> extractRequest(r -> completeWithFuture(edit(r)))))));
  }

  private CompletionStage<HttpResponse> lists(HttpRequest request) {
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return leader.lists().thenApplyAsync(ListsRoute::answer, system.executionContext());
  }

  private CompletionStage<HttpResponse> edit(HttpRequest request) {
    return bodies
        .read(request)
        .thenApplyAsync(ExcludesBody::parse, system.executionContext())
        .thenComposeAsync(
            body ->
                leader
                    .as(request)
                    .edit(
                        body.edit(ETags.expected(request)),
                        body.reason(),
                        Optional.empty(),
                        body.dryRun(),
                        body.plan()),
            system.executionContext())
        .thenApplyAsync(ListsRoute::edited, system.executionContext());
  }

  private static HttpResponse edited(NodesListReply reply) {
    return reply instanceof ListsSeen seen ? answer(seen) : RefreshRoute.answer((Refreshed) reply);
  }

  /** The ETag is that of the exclude file, because only this file can be edited. */
  private static HttpResponse answer(ListsSeen seen) {
    HttpResponse response = JsonResponses.response(200, ListsJson.of(seen));
    return seen.files()
        .excludeHash()
        .map(hash -> response.addHeader(ETags.of(hash)))
        .orElse(response);
  }
}
