package ebb.admin.routes;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.NodeCursor;
import ebb.admin.http.Page;
import ebb.journal.json.ChangeJson;
import ebb.journal.replay.PastFleet;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code /diff}: the nodes that differ between two instants. */
public final class DiffRoute extends AllDirectives {
  private final ActorSystem<?> system;
  private final PastFleets past;
  private final Clock clock;

  public DiffRoute(ActorSystem<?> system, PastFleets past, Clock clock) {
    this.system = system;
    this.past = past;
    this.clock = clock;
  }

  public Route route() {
    return path("diff", () -> get(() -> extractRequest(r -> completeWithFuture(compare(r)))));
  }

  private CompletionStage<HttpResponse> compare(HttpRequest request) {
    DiffQuery query = DiffQuery.of(request.getUri().query().toMultiMap(), clock.instant());
    Map<String, Instant> instants = new LinkedHashMap<>();
    instants.put(DiffQuery.FROM, query.from());
    instants.put(DiffQuery.TO, query.to());
    return past.at(instants)
        .thenApplyAsync(
            fleets ->
                JsonResponses.response(
                    200, DiffJson.of(query.select(fleets.get(0).changesTo(fleets.get(1))), query)),
            system.executionContext());
  }

  /**
   * A page of nodes that differ.
   *
   * @param next the cursor of the next page; null when this is the last
   */
  record DiffJson(List<ChangeJson> nodes, @Nullable String next) {
    static DiffJson of(Page<PastFleet.Change> page, DiffQuery query) {
      return new DiffJson(
          page.items().stream().map(each -> ChangeJson.of(each, query.from(), query.to())).toList(),
          page.next().map(NodeCursor::text).orElse(null));
    }
  }
}
