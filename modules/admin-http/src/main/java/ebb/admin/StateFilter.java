package ebb.admin;

import akka.http.javadsl.model.HttpRequest;
import ebb.domain.NodeState;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The query of a list of nodes: {@code ?state=RUNNING,LOST}, or none for all states. */
final class StateFilter {
  private static final String STATE = "state";

  private StateFilter() {}

  /**
   * @throws ProblemException that names the parameter which is wrong
   */
  static Set<NodeState> of(HttpRequest request) {
    Map<String, List<String>> query = request.getUri().query().toMultiMap();
    Queries.refuseUnknown(query, Set.of(STATE));
    List<String> names =
        query.getOrDefault(STATE, List.of()).stream()
            .flatMap(value -> Arrays.stream(value.split(",", -1)))
            .toList();
    return names.isEmpty()
        ? EnumSet.allOf(NodeState.class)
        : names.stream()
            .map(StateFilter::parse)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(NodeState.class)));
  }

  private static NodeState parse(String name) {
    String wanted = name.strip().toUpperCase(Locale.ROOT);
    return Arrays.stream(NodeState.values())
        .filter(state -> state.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemCode.INVALID_PARAMETER,
                    "Expected states out of " + Arrays.toString(NodeState.values()),
                    STATE));
  }
}
