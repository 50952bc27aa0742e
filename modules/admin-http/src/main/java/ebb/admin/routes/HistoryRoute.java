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
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.journal.json.EndedDrainJson;
import ebb.journal.json.EventJson;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import ebb.nodeslist.observed.ObservedNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code /history}: what happened to nodes; {@code /drains}: how their drains ended. */
public final class HistoryRoute extends AllDirectives {
  /** How many nodes are read at the same time. The journal also has writers to serve. */
  private static final int PARALLEL = 4;

  /** A page ends with the node with which it has so many events, whatever its limit of nodes. */
  private static final int EVENTS_OF_A_PAGE = 1_000;

  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final NodeHistory history;

  public HistoryRoute(ActorSystem<?> system, LeaderClient leader, NodeHistory history) {
    this.system = system;
    this.leader = leader;
    this.history = history;
  }

  public Route route() {
    return concat(
        at("history", request -> tell(request, HistoryRoute::event, FleetHistoryJson::new)),
        at("drains", this::drains));
  }

  private Route at(String path, Function<HttpRequest, CompletionStage<HttpResponse>> answer) {
    return path(path, () -> get(() -> extractRequest(r -> completeWithFuture(answer.apply(r)))));
  }

  private CompletionStage<HttpResponse> drains(HttpRequest request) {
    return history
        .summary()
        .thenComposeAsync(
            summary ->
                tell(
                    request,
                    (query, step) -> drain(query, step, summary.leads()),
                    FleetDrainsJson::new),
            system.executionContext());
  }

  /**
   * @param what the part of a step that is returned; empty if the step is not wanted
   * @param page makes a page of these parts, with the cursor of the next page
   */
  private <T> CompletionStage<HttpResponse> tell(
      HttpRequest request,
      BiFunction<HistoryQuery, NodeStep, Optional<T>> what,
      BiFunction<List<T>, @Nullable String, Object> page) {
    HistoryQuery query = HistoryQuery.of(request.getUri().query().toMultiMap());
    return nodes(query)
        .thenApplyAsync(query::select, system.executionContext())
        .thenComposeAsync(nodes -> tell(query, nodes, what, page), system.executionContext());
  }

  /** The nodes that can have such events. */
  private CompletionStage<List<NodeId>> nodes(HistoryQuery query) {
    if (query.filter().operation().isEmpty() && query.node().isPresent()) {
      return CompletableFuture.completedStage(List.of(query.node().get()));
    }
    return query
        .filter()
        .operation()
        .map(
            id ->
                leader
                    .operation(id, false)
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

  private <T> CompletionStage<HttpResponse> tell(
      HistoryQuery query,
      Page<NodeId> nodes,
      BiFunction<HistoryQuery, NodeStep, Optional<T>> what,
      BiFunction<List<T>, @Nullable String, Object> page) {
    return Source.from(nodes.items())
        .mapAsync(PARALLEL, node -> told(query, node, what))
        .scan(Told.<T>none(), Told::and)
        .takeWhile(told -> told.items().size() < EVENTS_OF_A_PAGE, true)
        .runWith(Sink.last(), system)
        .thenApplyAsync(
            told ->
                JsonResponses.response(200, page.apply(told.items(), next(nodes, told.nodes()))),
            system.executionContext());
  }

  private static @Nullable String next(Page<NodeId> nodes, int told) {
    Optional<NodeCursor> next =
        told < nodes.items().size()
            ? Optional.of(new NodeCursor(nodes.items().get(told - 1)))
            : nodes.next();
    return next.map(NodeCursor::text).orElse(null);
  }

  /**
   * What was told so far.
   *
   * @param items of these nodes, in a list that grows
   */
  private record Told<T>(int nodes, List<T> items) {
    static <T> Told<T> none() {
      return new Told<>(0, new ArrayList<>());
    }

    Told<T> and(List<T> ofNextNode) {
      items.addAll(ofNextNode);
      return new Told<>(nodes + 1, items);
    }
  }

  /** Replays all of the node's events, because each is returned with the state that it led to. */
  private <T> CompletionStage<List<T>> told(
      HistoryQuery query, NodeId node, BiFunction<HistoryQuery, NodeStep, Optional<T>> what) {
    return history
        .of(node)
        .thenApplyAsync(
            all -> {
              if (all.isEmpty() && query.node().isPresent()) {
                throw NodesRoutes.unknown(node);
              }
              JournalReplay replay = new JournalReplay();
              return all.stream()
                  .map(replay::replay)
                  .flatMap(step -> what.apply(query, step).stream())
                  .toList();
            },
            system.executionContext());
  }

  private static Optional<Map<String, @Nullable Object>> event(HistoryQuery query, NodeStep step) {
    return query.filter().wants(step.event().by())
        ? Optional.of(withItsNode(step))
        : Optional.empty();
  }

  private static Optional<EndedDrainJson> drain(
      HistoryQuery query, NodeStep step, List<LeadTaken> leads) {
    return step.endedDrain()
        .filter(query.filter()::wants)
        .flatMap(ended -> EndedDrainJson.of(step, leads));
  }

  private static Map<String, @Nullable Object> withItsNode(NodeStep step) {
    Map<String, @Nullable Object> event = new LinkedHashMap<>();
    event.put("nodeId", step.after().nodeId().toString());
    event.putAll(EventJson.of(step));
    return event;
  }

  /**
   * A page with all wanted events of some nodes.
   *
   * @param events by node, and for each node the oldest first
   * @param next the cursor of the next page; null when this is the last
   */
  record FleetHistoryJson(List<Map<String, @Nullable Object>> events, @Nullable String next) {}

  /**
   * A page with all wanted drains of some nodes that have ended.
   *
   * @param drains by node, and for each node the oldest first
   * @param next as above
   */
  record FleetDrainsJson(List<EndedDrainJson> drains, @Nullable String next) {}
}
