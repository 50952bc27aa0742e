package ebb.admin.routes;

import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.admin.json.OperationJson;
import ebb.domain.forecast.PastDrains;
import ebb.domain.lists.OperationSummary;
import ebb.journal.json.ForecastJson;
import ebb.nodeslist.protocol.NodesListReply.OperationsSeen;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One page of operations, the newest first.
 *
 * @param before the list version below which it begins, which is the content of a cursor
 */
record OperationsPage(long before, int limit) {
  private static final int USUAL_LIMIT = 50;
  private static final int LARGEST_LIMIT = 500;

  /** Each costs some milliseconds. */
  private static final int MOST_FORECASTS = 5;

  /**
   * @throws ProblemException that names the wrong parameter
   */
  static OperationsPage of(HttpRequest request) {
    Map<String, List<String>> query = request.getUri().query().toMultiMap();
    QueryParams.refuseUnknown(query, Set.of(QueryParams.LIMIT, QueryParams.CURSOR));
    return new OperationsPage(
        QueryParams.single(query, QueryParams.CURSOR)
            .map(OperationsPage::before)
            .orElse(Long.MAX_VALUE),
        QueryParams.limit(query, LARGEST_LIMIT).orElse(USUAL_LIMIT));
  }

  private static long before(String cursor) {
    try {
      long before = Long.parseLong(cursor);
      if (before >= 1) {
        return before;
      }
    } catch (NumberFormatException e) {
      // refused below, like any other value that is not allowed
    }
    throw QueryParams.invalid(
        QueryParams.CURSOR, "Expected the value of next from an earlier answer");
  }

  /**
   * @param past for the forecasts of those that are under way; empty for none
   */
  static OperationsJson json(OperationsSeen seen, Optional<PastDrains> past, Instant now) {
    List<OperationSummary> shown = seen.operations();
    Set<OperationSummary> foretold =
        shown.stream()
            .filter(each -> !each.isComplete())
            .limit(MOST_FORECASTS)
            .collect(Collectors.toSet());
    return new OperationsJson(
        shown.stream()
            .map(
                each ->
                    new ListedJson(
                        OperationJson.of(each),
                        Optional.of(each)
                            .filter(foretold::contains)
                            .flatMap(
                                running -> past.flatMap(known -> known.forecast(running.id(), now)))
                            .map(ForecastJson::ofOperation)
                            .orElse(null)))
            .toList(),
        seen.hasMore() ? Long.toString(shown.get(shown.size() - 1).listVersion()) : null);
  }

  /**
   * @param next the cursor of the next page; null when there is none
   */
  record OperationsJson(List<ListedJson> operations, @Nullable String next) {}

  /**
   * @param forecast when the last drain that it began probably ends; null as in its detail, and for
   *     all but the newest few that are not complete
   */
  record ListedJson(@JsonUnwrapped OperationJson operation, @Nullable ForecastJson forecast) {}
}
