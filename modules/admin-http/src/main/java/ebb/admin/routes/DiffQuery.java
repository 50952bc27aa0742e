package ebb.admin.routes;

import ebb.admin.http.NodeCursor;
import ebb.admin.http.Page;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.journal.replay.PastFleet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The instants to compare.
 *
 * @param to now, if the request does not name an instant
 * @param limit the maximum number of nodes in a page; empty for all
 * @param cursor where the page begins
 */
public record DiffQuery(Instant from, Instant to, OptionalInt limit, Optional<NodeCursor> cursor) {
  static final String FROM = "from";
  static final String TO = "to";
  public static final Set<String> PARAMETERS =
      Set.of(FROM, TO, QueryParams.LIMIT, QueryParams.CURSOR);

  /**
   * @param query each parameter with its values
   * @throws ProblemException that names the wrong parameter
   */
  static DiffQuery of(Map<String, List<String>> query, Instant now) {
    QueryParams.refuseUnknown(query, PARAMETERS);
    Instant from =
        QueryParams.instant(query, FROM)
            .orElseThrow(() -> QueryParams.invalid(FROM, "Expected " + QueryParams.INSTANT));
    Instant to = QueryParams.instant(query, TO).orElse(now);
    if (from.isAfter(to)) {
      throw QueryParams.invalid(FROM, "Expected an instant that is not after " + to);
    }
    return new DiffQuery(
        from, to, QueryParams.limit(query, NodesQuery.LARGEST_PAGE), NodeCursor.of(query));
  }

  Page<PastFleet.Change> select(List<PastFleet.Change> changes) {
    return Page.of(changes.stream(), PastFleet.Change::nodeId, cursor, limit);
  }
}
