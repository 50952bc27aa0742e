package ebb.admin;

import ebb.domain.DrainStatus;
import ebb.domain.NodeState;
import ebb.node.NodePublication;
import ebb.nodeslist.SeenNode;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
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
 * @param hosts as the NodeManagers name themselves, or their addresses; empty for all
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
  static final Set<String> PARAMETERS =
      Set.of(STATES, SUBSTATUS, HOST, Queries.LIMIT, Queries.CURSOR);
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
        Queries.limit(query, LARGEST_PAGE),
        NodeCursor.of(query));
  }

  /**
   * @param now decides whether a deadline has passed
   */
  Page<SeenNode> select(Collection<SeenNode> nodes, Instant now) {
    return Page.of(
        nodes.stream().filter(each -> matches(each, now)), SeenNode::nodeId, cursor, limit);
  }

  private boolean matches(SeenNode seen, Instant now) {
    NodePublication each = seen.publication();
    return (states.isEmpty() || states.contains(each.node().state()))
        && (statuses.isEmpty() || NodeJson.status(each, now).filter(statuses::contains).isPresent())
        && (hosts.isEmpty()
            || hosts.contains(seen.nodeId().host())
            || seen.ip().filter(hosts::contains).isPresent());
  }

  private static List<String> values(Map<String, List<String>> query, String parameter) {
    List<String> values =
        query.getOrDefault(parameter, List.of()).stream()
            .flatMap(value -> Arrays.stream(value.split(",", -1)))
            .map(String::strip)
            .toList();
    if (values.contains("")) {
      throw Queries.invalid(parameter, "Expected names between commas, none of them empty");
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
        .orElseThrow(() -> Queries.invalid(parameter, "Expected some of " + known));
  }
}
