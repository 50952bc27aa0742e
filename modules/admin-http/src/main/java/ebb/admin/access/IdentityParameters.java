package ebb.admin.access;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.Query;
import akka.japi.Pair;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.domain.text.TextLimit;
import ebb.domain.text.VisibleText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parameters, the same as Hadoop's, by which any request may name its sender.
 *
 * @param userName the sender, which is not verified
 * @param doAs the user for whom the sender acts
 */
record IdentityParameters(Optional<String> userName, Optional<String> doAs) {
  static final String USER_NAME = "user.name";
  static final String DO_AS = "doAs";
  private static final Set<String> ALL = Set.of(USER_NAME, DO_AS);

  /**
   * @throws ProblemException that names the parameter, if its value is not a name
   */
  static IdentityParameters of(HttpRequest request) {
    Map<String, List<String>> query = request.getUri().query().toMultiMap();
    return new IdentityParameters(name(query, USER_NAME), name(query, DO_AS));
  }

  private static Optional<String> name(Map<String, List<String>> query, String parameter) {
    Optional<String> name = QueryParams.single(query, parameter);
    name.flatMap(IdentityParameters::problemOf)
        .ifPresent(
            problem -> {
              throw QueryParams.invalid(parameter, problem);
            });
    return name;
  }

  /** Why a name must not be written to journal and log, whatever its source; empty if it may. */
  static Optional<String> problemOf(String name) {
    return name.codePoints().anyMatch(VisibleText::isHidden)
        ? Optional.of("Expected visible characters only")
        : TextLimit.USER_NAME.problemOf(name).map(problem -> "The name " + problem);
  }

  /**
   * The request without these parameters: no operation accepts parameters that it does not know.
   */
  static HttpRequest removedFrom(HttpRequest request) {
    List<Pair<String, String>> all = request.getUri().query().toList();
    List<Pair<String, String>> others =
        all.stream().filter(each -> !ALL.contains(each.first())).toList();
    return others.size() == all.size()
        ? request
        : request.withUri(request.getUri().query(Query.create(others)));
  }
}
