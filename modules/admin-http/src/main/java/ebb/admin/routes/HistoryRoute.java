package ebb.admin.routes;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.NodeCursor;
import ebb.admin.http.Page;
import ebb.domain.NodeId;
import ebb.journal.json.EventJson;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import ebb.nodeslist.observed.ObservedNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code /history}: what happened to many nodes, in an operation or since a time. */
public final class HistoryRoute extends AllDirectives {
  /** Nodes that are read at the same time; the journal has writers, too. */
  private static final int PARALLEL = 4;

  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final NodeHistory history;

  public HistoryRoute(ActorSystem<?> system, LeaderClient leader, NodeHistory history) {
    this.system = system;
    this.leader = leader;
    this.history = history;
  }

  public Route route() {
    return path("history", () -> get(() -> extractRequest(r -> completeWithFuture(tell(r)))));
  }

  private CompletionStage<HttpResponse> tell(HttpRequest request) {
    HistoryQuery query = HistoryQuery.of(request.getUri().query().toMultiMap());
    return nodes(query)
        .thenApplyAsync(query::select, system.executionContext())
        .thenComposeAsync(page -> tell(query, page), system.executionContext());
  }

  /** Those that can have such events. */
  private CompletionStage<List<NodeId>> nodes(HistoryQuery query) {
    return query
        .operation()
        .map(
            id ->
                leader
                    .operation(id)
                    .thenApplyAsync(
                        seen ->
                            OperationsRoutes.known(id, seen).parts().stream()
                                .map(part -> part.decision().nodeId())
                                .toList(),
                        system.executionContext()))
        .orElseGet(
            () ->
                leader
                    .nodes()
                    .thenApplyAsync(
                        all -> all.stream().map(ObservedNode::nodeId).toList(),
                        system.executionContext()));
  }

  private CompletionStage<HttpResponse> tell(HistoryQuery query, Page<NodeId> page) {
    return Source.from(page.items())
        .mapAsync(PARALLEL, node -> events(query, node))
        .mapConcat(events -> events)
        .runWith(Sink.seq(), system)
        .thenApplyAsync(
            events ->
                JsonResponses.response(
                    200,
                    new FleetHistoryJson(events, page.next().map(NodeCursor::text).orElse(null))),
            system.executionContext());
  }

  /** All of the node's events are replayed: each has the state that it led to. */
  private CompletionStage<List<Map<String, @Nullable Object>>> events(
      HistoryQuery query, NodeId node) {
    return history
        .of(node)
        .thenApplyAsync(
            all -> {
              JournalReplay replay = new JournalReplay();
              return all.stream()
                  .map(replay::replay)
                  .filter(step -> query.wants(step.event().by()))
                  .map(HistoryRoute::withItsNode)
                  .toList();
            },
            system.executionContext());
  }

  private static Map<String, @Nullable Object> withItsNode(NodeStep step) {
    Map<String, @Nullable Object> event = new LinkedHashMap<>();
    event.put("nodeId", step.after().nodeId().toString());
    event.putAll(EventJson.of(step));
    return event;
  }

  /**
   * A page: all events that are wanted of some nodes.
   *
   * @param events by node, each node's oldest first
   * @param next the cursor of the next page; null when this is the last
   */
  record FleetHistoryJson(List<Map<String, @Nullable Object>> events, @Nullable String next) {}
}
