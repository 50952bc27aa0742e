package ebb.admin.routes;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonResponses;
import ebb.domain.lists.ListsHash;
import ebb.metrics.MetricsText;
import ebb.metrics.ProcessMetrics;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code /metrics}: what this instance knows, for Prometheus. The leader also reports the fleet.
 * Sends no request to nodes or other instances.
 */
public final class MetricsRoute extends AllDirectives {
  static final int OPERATIONS = 100;

  /** How often the lists are compared, for which their files are read. */
  private static final Duration LISTS_EVERY = Duration.ofMinutes(1);

  private static final ContentType TYPE = ContentTypes.parse(MetricsText.CONTENT_TYPE);

  private final ActorSystem<?> system;
  private final LeaderClient leader;
  private final InstanceMetrics instance;
  private final Clock clock;
  private Optional<Boolean> listsDiffer = Optional.empty();
  private long listsAsked = System.nanoTime() - LISTS_EVERY.toNanos();

  public MetricsRoute(
      ActorSystem<?> system, LeaderClient leader, InstanceMetrics instance, Clock clock) {
    this.system = system;
    this.leader = leader;
    this.instance = instance;
    this.clock = clock;
  }

  public Route route() {
    return get(() -> completeWithFuture(read()));
  }

  private CompletionStage<HttpResponse> read() {
    MetricsText text = new MetricsText();
    instance.write(text);
    ProcessMetrics.write(text);
    CompletionStage<MetricsText> all =
        instance.leads() ? withFleet(text) : CompletableFuture.completedStage(withoutLists(text));
    return all.thenApplyAsync(
        full -> JsonResponses.response(200, TYPE, full.toString().getBytes(StandardCharsets.UTF_8)),
        system.executionContext());
  }

  /**
   * Adds the metrics of the fleet. The others are returned even if the leader does not answer in
   * time.
   */
  private CompletionStage<MetricsText> withFleet(MetricsText text) {
    askForLists();
    return leader
        .nodes()
        .thenCombineAsync(
            leader.operations(Long.MAX_VALUE, OPERATIONS),
            (nodes, operations) -> {
              MetricsText fleet = new MetricsText();
              new FleetMetrics(nodes, clock.instant()).write(fleet);
              FleetMetrics.write(operations, fleet);
              writeLists(fleet);
              return text.append(fleet);
            },
            system.executionContext())
        .exceptionallyAsync(failure -> text, system.executionContext());
  }

  private synchronized void askForLists() {
    if (System.nanoTime() - listsAsked >= LISTS_EVERY.toNanos()) {
      listsAsked = System.nanoTime();
      leader
          .lists()
          .handleAsync(
              (seen, failure) -> heard(Optional.ofNullable(seen)), system.executionContext());
    }
  }

  private synchronized Optional<Boolean> heard(Optional<ListsSeen> seen) {
    listsDiffer =
        seen.flatMap(
            lists -> lists.files().lists().map(files -> !ListsHash.of(files).equals(lists.hash())));
    return listsDiffer;
  }

  private synchronized void writeLists(MetricsText text) {
    listsDiffer.ifPresent(
        differ ->
            text.gauge(
                "ebb_lists_differ",
                "Whether the host files differ from the lists in force; at most a minute old.",
                differ ? 1 : 0));
  }

  /** Forgets the last comparison, which would be outdated when this instance leads again. */
  private synchronized MetricsText withoutLists(MetricsText text) {
    listsDiffer = Optional.empty();
    return text;
  }
}
