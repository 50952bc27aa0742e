package ebb.admin.routes;

import ebb.admin.http.NodeCursor;
import ebb.admin.http.Page;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.domain.NodeId;
import ebb.journal.replay.EventFilter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Selects events of nodes.
 *
 * @param node only this node; empty for many nodes
 * @param filter selects their events, or their drains
 * @param limit the maximum number of nodes whose events are in one page
 * @param cursor where the page begins
 */
public record HistoryQuery(
    Optional<NodeId> node, EventFilter filter, int limit, Optional<NodeCursor> cursor) {
  private static final String NODE = "node";
  private static final String OPERATION = "operation";
  private static final String SINCE = "since";
  private static final String UNTIL = "until";
  public static final Set<String> PARAMETERS =
      Set.of(NODE, OPERATION, SINCE, UNTIL, QueryParams.LIMIT, QueryParams.CURSOR);

  /** The default: so many nodes can be read from the journal in a moment. */
  private static final int USUAL_LIMIT = 200;

  private static final int LARGEST_LIMIT = 1000;

  /**
   * @param query each parameter with its values
   * @throws ProblemException that names the wrong parameter
   */
  static HistoryQuery of(Map<String, List<String>> query) {
    QueryParams.refuseUnknown(query, PARAMETERS);
    return new HistoryQuery(
        QueryParams.single(query, NODE).map(HistoryQuery::nodeId),
        new EventFilter(
            QueryParams.single(query, OPERATION),
            QueryParams.instant(query, SINCE),
            QueryParams.instant(query, UNTIL)),
        QueryParams.limit(query, LARGEST_LIMIT).orElse(USUAL_LIMIT),
        NodeCursor.of(query));
  }

  /** The nodes of one page. */
  Page<NodeId> select(Collection<NodeId> nodes) {
    Stream<NodeId> wanted =
        nodes.stream().distinct().filter(each -> node.isEmpty() || node.get().equals(each));
    return Page.of(wanted, Function.identity(), cursor, OptionalInt.of(limit));
  }

  private static NodeId nodeId(String text) {
    try {
      return NodeId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          ProblemCode.INVALID_PARAMETER, String.valueOf(e.getMessage()), NODE);
    }
  }
}
