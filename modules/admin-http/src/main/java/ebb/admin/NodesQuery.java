package ebb.admin;

import ebb.domain.DrainStatus;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.node.NodePublication;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which nodes are asked for. Several values of one parameter are alternatives, several parameters
 * have to hold together.
 *
 * @param states empty for all
 * @param statuses of draining nodes; empty for all nodes, draining or not
 * @param hosts as the NodeManagers name themselves; empty for all
 * @param limit of one page; empty for all that match
 * @param cursor where the page begins
 */
record NodesQuery(
    Set<NodeState> states,
    Set<DrainStatus> statuses,
    Set<String> hosts,
    OptionalInt limit,
    Optional<NodeCursor> cursor) {
  private static final String STATES = "states";
  private static final String SUBSTATUS = "substatus";
  private static final String HOST = "host";
  private static final String LIMIT = "limit";
  private static final String CURSOR = "cursor";
  static final Set<String> PARAMETERS = Set.of(STATES, SUBSTATUS, HOST, LIMIT, CURSOR);
  private static final int LARGEST_PAGE = 10_000;

  /**
   * What a node that is shown as draining can wait for; NONE and DECOMMISSIONED are never shown.
   */
  private static final EnumSet<DrainStatus> SHOWN =
      EnumSet.complementOf(EnumSet.of(DrainStatus.NONE, DrainStatus.DECOMMISSIONED));

  /**
   * @param query each parameter with its values
   * @throws ProblemException that names the parameter which is wrong
   */
  static NodesQuery of(Map<String, List<String>> query) {
    Queries.refuseUnknown(query, PARAMETERS);
    return new NodesQuery(
        names(query, STATES, EnumSet.allOf(NodeState.class)),
        names(query, SUBSTATUS, SHOWN),
        Set.copyOf(values(query, HOST)),
        Queries.single(query, LIMIT).map(NodesQuery::limit).orElse(OptionalInt.empty()),
        Queries.single(query, CURSOR).map(text -> NodeCursor.parse(text, CURSOR)));
  }

  /** A part of the nodes that match, in the order of their ids. */
  record Page(List<NodePublication> nodes, Optional<NodeCursor> next) {}

  /** A page begins behind a name, not at a number: nodes may come and go between two pages. */
  Page select(Collection<NodePublication> nodes) {
    List<NodePublication> found =
        nodes.stream()
            .filter(this::matches)
            .sorted(Comparator.comparing(each -> each.node().nodeId()))
            .toList();
    if (limit.isEmpty() || found.size() <= limit.getAsInt()) {
      return new Page(found, Optional.empty());
    }
    List<NodePublication> page = found.subList(0, limit.getAsInt());
    NodeId last = page.get(page.size() - 1).node().nodeId();
    return new Page(page, Optional.of(new NodeCursor(last)));
  }

  private boolean matches(NodePublication each) {
    NodeId id = each.node().nodeId();
    return (states.isEmpty() || states.contains(each.node().state()))
        && (statuses.isEmpty() || NodeJson.status(each).filter(statuses::contains).isPresent())
        && (hosts.isEmpty() || hosts.contains(id.host()))
        && cursor.filter(page -> id.compareTo(page.last()) <= 0).isEmpty();
  }

  private static List<String> values(Map<String, List<String>> query, String parameter) {
    List<String> values =
        query.getOrDefault(parameter, List.of()).stream()
            .flatMap(value -> Arrays.stream(value.split(",", -1)))
            .map(String::strip)
            .toList();
    if (values.contains("")) {
      throw invalid(parameter, "Expected names between commas, none of them empty");
    }
    return values;
  }

  private static <E extends Enum<E>> Set<E> names(
      Map<String, List<String>> query, String parameter, Set<E> known) {
    return values(query, parameter).stream()
        .map(name -> name(name, parameter, known))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static <E extends Enum<E>> E name(String name, String parameter, Set<E> known) {
    String wanted = name.toUpperCase(Locale.ROOT);
    return known.stream()
        .filter(each -> each.name().equals(wanted))
        .findFirst()
        .orElseThrow(() -> invalid(parameter, "Expected some of " + known));
  }

  private static OptionalInt limit(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= LARGEST_PAGE) {
        return OptionalInt.of(limit);
      }
    } catch (NumberFormatException e) {
      // refused below, like any other wrong number
    }
    throw invalid(LIMIT, "Expected a whole number from 1 to " + LARGEST_PAGE);
  }

  private static ProblemException invalid(String parameter, String detail) {
    return new ProblemException(ProblemCode.INVALID_PARAMETER, detail, parameter);
  }
}
