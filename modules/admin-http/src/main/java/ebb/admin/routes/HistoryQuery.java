package ebb.admin.routes;

import ebb.admin.http.NodeCursor;
import ebb.admin.http.Page;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.domain.NodeId;
import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Which events of many nodes are asked for.
 *
 * @param operation empty for events of any, or of none
 * @param since inclusive; empty for events of all times
 * @param limit nodes whose events are in one page
 * @param cursor where the page begins
 */
public record HistoryQuery(
    Optional<String> operation, Optional<Instant> since, int limit, Optional<NodeCursor> cursor) {
  private static final String OPERATION = "operation";
  private static final String SINCE = "since";
  public static final Set<String> PARAMETERS =
      Set.of(OPERATION, SINCE, QueryParams.LIMIT, QueryParams.CURSOR);

  /** What the journal tells in a moment. */
  private static final int USUAL_LIMIT = 200;

  private static final int LARGEST_LIMIT = 1000;

  /**
   * @param query each parameter with its values
   * @throws ProblemException that names the parameter which is wrong
   */
  static HistoryQuery of(Map<String, List<String>> query) {
    QueryParams.refuseUnknown(query, PARAMETERS);
    return new HistoryQuery(
        QueryParams.single(query, OPERATION),
        QueryParams.instant(query, SINCE),
        QueryParams.limit(query, LARGEST_LIMIT).orElse(USUAL_LIMIT),
        NodeCursor.of(query));
  }

  /** The nodes of one page. */
  Page<NodeId> select(Collection<NodeId> nodes) {
    return Page.of(nodes.stream().distinct(), Function.identity(), cursor, OptionalInt.of(limit));
  }

  boolean wants(Provenance event) {
    return (operation.isEmpty() || event.operationId().equals(operation))
        && since.filter(event.at()::isBefore).isEmpty();
  }
}
