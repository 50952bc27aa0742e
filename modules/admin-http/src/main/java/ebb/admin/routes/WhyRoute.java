package ebb.admin.routes;

import static akka.http.javadsl.server.PathMatchers.segment;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.QueryParams;
import ebb.admin.json.SeenNodeJson;
import ebb.admin.json.SeenWhyJson;
import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import ebb.journal.json.WhyJson;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * {@code /nodes/{id}/why}: an explanation from what the leader knows, what Hadoop runs, and the
 * journal; of an earlier instant, from the journal alone.
 */
public final class WhyRoute extends AllDirectives {
  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final NodeHistory history;
  private final PastFleets fleets;
  private final Clock clock;

  public WhyRoute(
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
    return path(
        segment("nodes").slash(segment()).slash("why"),
        id -> get(() -> extractRequest(r -> completeWithFuture(explain(id, r)))));
  }

  private CompletionStage<HttpResponse> explain(String id, HttpRequest request) {
    Map<String, List<String>> query = request.getUri().query().toMultiMap();
    QueryParams.refuseUnknown(query, Set.of(NodesQuery.AT));
    NodeId nodeId = NodesRoutes.nodeId(id);
    return QueryParams.instant(query, NodesQuery.AT)
        .map(at -> explain(nodeId, at))
        .orElseGet(() -> explain(nodeId, leader.as(request)));
  }

  private CompletionStage<HttpResponse> explain(NodeId nodeId, Instant at) {
    return fleets
        .at(Map.of(NodesQuery.AT, at))
        .thenApplyAsync(
            past -> past.get(0).find(nodeId).orElseThrow(() -> NodesRoutes.unknown(nodeId)),
            system.executionContext())
        .thenComposeAsync(
            node ->
                history
                    .of(nodeId)
                    .thenCombineAsync(
                        history.summary(),
                        (events, summary) ->
                            JsonResponses.response(
                                200, WhyJson.past(node, events, summary.leads(), at)),
                        system.executionContext()),
            system.executionContext());
  }

  private CompletionStage<HttpResponse> explain(NodeId nodeId, LeaderClient asked) {
    return asked
        .node(nodeId)
        .thenComposeAsync(
            found -> explain(found.orElseThrow(() -> NodesRoutes.unknown(nodeId)), asked),
            system.executionContext());
  }

  private CompletionStage<HttpResponse> explain(ObservedNode seen, LeaderClient asked) {
    Set<String> applications =
        SeenNodeJson.workload(seen.publication())
            .<Set<String>>map(workload -> workload.applications())
            .orElse(Set.of());
    CompletionStage<NodeTableCommand.Work> work =
        asked.work(applications, Optional.of(seen.nodeId()));
    return history
        .of(seen.nodeId())
        .thenCombineAsync(
            history.summary(),
            (events, summary) ->
                work.thenApplyAsync(
                    found ->
                        JsonResponses.response(
                            200,
                            SeenWhyJson.of(seen, found, steps(events), summary, clock.instant())),
                    system.executionContext()),
            system.executionContext())
        .thenCompose(answer -> answer);
  }

  private static List<NodeStep> steps(List<JournaledEvent.OfNode> events) {
    return JournalReplay.steps(events.stream().map(JournaledEvent.class::cast)).toList();
  }
}
