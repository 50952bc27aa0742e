package ebb.admin.routes;

import static akka.http.javadsl.server.PathMatchers.segment;
import static java.util.stream.Collectors.joining;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.Page;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.admin.json.NodesJson;
import ebb.admin.json.SeenNodeJson;
import ebb.domain.NodeId;
import ebb.journal.json.EventJson;
import ebb.journal.json.NodeJson;
import ebb.journal.replay.JournalReplay;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * {@code /nodes}, answered from the leader's view of the nodes or from the journal, without a
 * request to any node.
 */
public final class NodesRoutes extends AllDirectives {
  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final NodeHistory history;
  private final PastFleets fleets;
  private final Clock clock;

  public NodesRoutes(
      ActorSystem<?> system,
      LeaderClient leader,
      NodeHistory history,
      PastFleets fleets,
      Clock clock) {
    this.system = system;
    this.leader = leader;
    this.history = history;
    this.fleets = fleets;
    this.clock = clock;
  }

  public Route route() {
    return pathPrefix(
        "nodes",
        () ->
            concat(
                pathEnd(() -> get(() -> extractRequest(r -> completeWithFuture(list(r))))),
                path(
                    segment(),
                    id -> get(() -> extractRequest(r -> completeWithFuture(one(nodeId(id, r)))))),
                path(
                    segment().slash("history"),
                    id ->
                        get(() -> extractRequest(r -> completeWithFuture(past(nodeId(id, r))))))));
  }

  private CompletionStage<HttpResponse> list(HttpRequest request) {
    NodesQuery query = NodesQuery.of(request.getUri().query().toMultiMap());
    return query.at().map(at -> then(query, at)).orElseGet(() -> now(query, leader.as(request)));
  }

  private CompletionStage<HttpResponse> now(NodesQuery query, LeaderClient asked) {
    return asked
        .nodes()
        .thenApplyAsync(nodes -> query.select(nodes, clock.instant()), system.executionContext())
        .thenComposeAsync(page -> withApplications(page, asked), system.executionContext());
  }

  private CompletionStage<HttpResponse> withApplications(
      Page<ObservedNode> page, LeaderClient asked) {
    return asked
        .applicationsOf(page.items().stream().map(ObservedNode::publication).toList())
        .thenApplyAsync(
            applications -> {
              Instant now = clock.instant();
              return JsonResponses.response(
                  200, NodesJson.of(page, each -> SeenNodeJson.of(each, now), applications));
            },
            system.executionContext());
  }

  private CompletionStage<HttpResponse> then(NodesQuery query, Instant at) {
    return fleets
        .at(Map.of(NodesQuery.AT, at))
        .thenApplyAsync(
            past ->
                JsonResponses.response(
                    200,
                    NodesJson.of(
                        query.select(past.get(0)), each -> NodeJson.of(each, at), List.of())),
            system.executionContext());
  }

  private CompletionStage<HttpResponse> one(NodeId nodeId) {
    return leader
        .node(nodeId)
        .thenApplyAsync(
            found ->
                found
                    .map(
                        each -> JsonResponses.response(200, SeenNodeJson.of(each, clock.instant())))
                    .orElseThrow(() -> unknown(nodeId)),
            system.executionContext());
  }

  private CompletionStage<HttpResponse> past(NodeId nodeId) {
    return history
        .of(nodeId)
        .thenApplyAsync(
            entries -> {
              if (entries.isEmpty()) {
                throw unknown(nodeId);
              }
              JournalReplay replay = new JournalReplay();
              List<Map<String, @Nullable Object>> shown =
                  entries.stream().map(replay::replay).map(EventJson::of).toList();
              return JsonResponses.response(200, Map.of("events", shown));
            },
            system.executionContext());
  }

  /** The node's id in a request, which must have no query. */
  static NodeId nodeId(String text, HttpRequest request) {
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return nodeId(text);
  }

  static NodeId nodeId(String text) {
    try {
      return NodeId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          ProblemCode.INVALID_PARAMETER, String.valueOf(e.getMessage()), "id");
    }
  }

  static Optional<ObservedNode> only(NodeTableCommand.Nodes found) {
    requirePublished(found.unpublished());
    return found.nodes().stream().findFirst();
  }

  static void requirePublished(Set<NodeId> unpublished) {
    if (!unpublished.isEmpty()) {
      String names =
          unpublished.stream().sorted().limit(5).map(NodeId::toString).collect(joining(", "));
      throw new ProblemException(
          ProblemCode.LEADER_UNAVAILABLE,
          "The leader does not know yet what "
              + names
              + " is, as just after a failover; try again");
    }
  }

  static ProblemException unknown(NodeId nodeId) {
    return new ProblemException(ProblemCode.NODE_NOT_FOUND, "No node " + nodeId + " is known");
  }
}
