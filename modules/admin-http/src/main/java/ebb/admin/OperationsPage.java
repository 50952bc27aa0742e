package ebb.admin;

import akka.http.javadsl.model.HttpRequest;
import ebb.domain.lists.OperationSummary;
import ebb.nodeslist.NodesListReply.OperationsSeen;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One page of operations, the newest first.
 *
 * @param before the list version below which it begins, which is what a cursor holds
 */
record OperationsPage(long before, int limit) {
  private static final String LIMIT = "limit";
  private static final String CURSOR = "cursor";
  private static final int USUAL_LIMIT = 50;
  private static final int LARGEST_LIMIT = 500;

  /**
   * @throws ProblemException that names the parameter which is wrong
   */
  static OperationsPage of(HttpRequest request) {
    Map<String, List<String>> query = request.getUri().query().toMultiMap();
    Queries.refuseUnknown(query, Set.of(LIMIT, CURSOR));
    return new OperationsPage(
        number(
            query, CURSOR, Long.MAX_VALUE, Long.MAX_VALUE, "Expected the next of another answer"),
        (int) number(query, LIMIT, USUAL_LIMIT, LARGEST_LIMIT, "Expected 1 to " + LARGEST_LIMIT));
  }

  private static long number(
      Map<String, List<String>> query, String name, long usual, long largest, String expected) {
    List<String> given = query.getOrDefault(name, List.of());
    if (given.isEmpty()) {
      return usual;
    }
    try {
      long value = Long.parseLong(given.get(0));
      if (given.size() == 1 && value >= 1 && value <= largest) {
        return value;
      }
    } catch (NumberFormatException e) {
      // as any other value that is not allowed
    }
    throw new ProblemException(ProblemCode.INVALID_PARAMETER, expected, name);
  }

  static OperationsJson json(OperationsSeen seen) {
    List<OperationSummary> shown = seen.operations();
    return new OperationsJson(
        shown.stream().map(OperationJson::of).toList(),
        seen.hasMore() ? Long.toString(shown.get(shown.size() - 1).listVersion()) : null);
  }

  /**
   * @param next the cursor of the next page; null when there is none
   */
  record OperationsJson(List<OperationJson> operations, @Nullable String next) {}
}
