package ebb.admin.routes;

import static akka.http.javadsl.server.PathMatchers.segment;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.QueryParams;
import ebb.admin.json.HostJson;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code /hosts/{host}}: whether a host may be switched off. Sends no request to nodes. */
public final class HostsRoute extends AllDirectives {
  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final Clock clock;

  public HostsRoute(ActorSystem<?> system, LeaderClient leader, Clock clock) {
    this.system = system;
    this.leader = leader;
    this.clock = clock;
  }

  public Route route() {
    return pathPrefix(
        "hosts",
        () ->
            path(
                segment(),
                host -> get(() -> extractRequest(r -> completeWithFuture(show(host, r))))));
  }

  private CompletionStage<HttpResponse> show(String host, HttpRequest request) {
    QueryParams.refuseUnknown(request.getUri().query().toMultiMap(), Set.of());
    return leader
        .table(Optional.empty())
        .thenApplyAsync(
            table ->
                JsonResponses.response(200, HostJson.of(host, on(host, table), clock.instant())),
            system.executionContext());
  }

  /** Fails if the leader does not know all nodes of the host yet: one of them may be in service. */
  private static List<ObservedNode> on(String host, NodeTableCommand.Nodes table) {
    List<ObservedNode> found = on(host, table.nodes());
    Set<String> names =
        Stream.concat(Stream.of(host), found.stream().map(node -> node.nodeId().host()))
            .collect(Collectors.toSet());
    // The address of a node that the leader does not know yet is not in the answer.
    NodesRoutes.requirePublished(
        table.unpublished().stream()
            .filter(node -> found.isEmpty() || names.contains(node.host()))
            .collect(Collectors.toSet()));
    return found;
  }

  /**
   * The nodes of a host, by its name or its address, and those of every other name that has its
   * address.
   */
  private static List<ObservedNode> on(String host, Collection<ObservedNode> nodes) {
    Set<String> addresses =
        nodes.stream()
            .filter(node -> isOn(host, node))
            .flatMap(node -> node.ip().stream())
            .collect(Collectors.toSet());
    return nodes.stream()
        .filter(node -> isOn(host, node) || node.ip().filter(addresses::contains).isPresent())
        .toList();
  }

  private static boolean isOn(String host, ObservedNode node) {
    return node.nodeId().host().equals(host) || node.ip().filter(host::equals).isPresent();
  }
}
