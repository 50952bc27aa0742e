package ebb.admin;

import ebb.domain.NodeId;
import ebb.domain.Provenance;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which events of many nodes are asked for.
 *
 * @param operation empty for events of any, or of none
 * @param since inclusive; empty for events of all times
 * @param limit nodes whose events are in one page
 * @param cursor where the page begins
 */
record HistoryQuery(
    Optional<String> operation, Optional<Instant> since, int limit, Optional<NodeCursor> cursor) {
  private static final String OPERATION = "operation";
  private static final String SINCE = "since";
  private static final String LIMIT = "limit";
  private static final String CURSOR = "cursor";
  static final Set<String> PARAMETERS = Set.of(OPERATION, SINCE, LIMIT, CURSOR);

  /** What the journal tells in a moment. */
  private static final int USUAL_LIMIT = 200;

  private static final int LARGEST_LIMIT = 1000;

  /**
   * @param query each parameter with its values
   * @throws ProblemException that names the parameter which is wrong
   */
  static HistoryQuery of(Map<String, List<String>> query) {
    Queries.refuseUnknown(query, PARAMETERS);
    return new HistoryQuery(
        Queries.single(query, OPERATION),
        Queries.single(query, SINCE).map(HistoryQuery::instant),
        Queries.single(query, LIMIT).map(HistoryQuery::limit).orElse(USUAL_LIMIT),
        Queries.single(query, CURSOR).map(text -> NodeCursor.parse(text, CURSOR)));
  }

  /** Nodes of one page, in the order of their ids. */
  record Page(List<NodeId> nodes, Optional<NodeCursor> next) {}

  Page select(Collection<NodeId> nodes) {
    List<NodeId> rest =
        nodes.stream()
            .distinct()
            .sorted()
            .filter(id -> cursor.filter(page -> id.compareTo(page.last()) <= 0).isEmpty())
            .toList();
    if (rest.size() <= limit) {
      return new Page(rest, Optional.empty());
    }
    List<NodeId> page = rest.subList(0, limit);
    return new Page(page, Optional.of(new NodeCursor(page.get(page.size() - 1))));
  }

  boolean wants(Provenance event) {
    return (operation.isEmpty() || event.operationId().equals(operation))
        && since.filter(event.at()::isBefore).isEmpty();
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw invalid(SINCE, "Expected an instant in UTC, such as 2026-01-31T12:00:00Z");
    }
  }

  private static int limit(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= LARGEST_LIMIT) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // refused below, like any other wrong number
    }
    throw invalid(LIMIT, "Expected a whole number from 1 to " + LARGEST_LIMIT);
  }

  private static ProblemException invalid(String parameter, String detail) {
    return new ProblemException(ProblemCode.INVALID_PARAMETER, detail, parameter);
  }
}
