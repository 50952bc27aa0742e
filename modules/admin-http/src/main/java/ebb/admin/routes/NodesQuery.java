package ebb.admin.routes;

import ebb.admin.http.NodeCursor;
import ebb.admin.http.Page;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.admin.json.SeenNodeJson;
import ebb.domain.DrainStatus;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.journal.replay.PastFleet;
import ebb.journal.replay.PastNode;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.observed.ObservedNode;
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
 * Selects nodes. Several values of one parameter are alternatives. Several parameters must all
 * match.
 *
 * @param states empty for all
 * @param statuses statuses of draining nodes; empty for all nodes, draining or not
 * @param hosts names of hosts as their NodeManagers report them, or their addresses; empty for all
 * @param at the instant at which the fleet is shown; empty for now
 * @param limit the maximum number of nodes in a page; empty for all that match
 * @param cursor where the page begins
 */
public record NodesQuery(
    Set<NodeState> states,
    Set<DrainStatus> statuses,
    Set<String> hosts,
    Optional<Instant> at,
    OptionalInt limit,
    Optional<NodeCursor> cursor) {
  private static final String STATES = "states";
  private static final String SUBSTATUS = "substatus";
  private static final String HOST = "host";
  static final String AT = "at";
  public static final Set<String> PARAMETERS =
      Set.of(STATES, SUBSTATUS, HOST, AT, QueryParams.LIMIT, QueryParams.CURSOR);
  static final int LARGEST_PAGE = 10_000;

  /**
   * The statuses with which a draining node can be shown. NONE and DECOMMISSIONED are never shown.
   */
  private static final EnumSet<DrainStatus> SHOWN =
      EnumSet.complementOf(EnumSet.of(DrainStatus.NONE, DrainStatus.DECOMMISSIONED));

  /** The statuses that the journal can provide; see {@link PastNode#status}. */
  private static final EnumSet<DrainStatus> JOURNALED =
      EnumSet.of(DrainStatus.WAIT_CONTAINER, DrainStatus.WAIT_APP, DrainStatus.TIMEOUT);

  /**
   * @param query each parameter with its values
   * @throws ProblemException that names the wrong parameter
   */
  static NodesQuery of(Map<String, List<String>> query) {
    QueryParams.refuseUnknown(query, PARAMETERS);
    Optional<Instant> at = QueryParams.instant(query, AT);
    return new NodesQuery(
        names(query, STATES, EnumSet.allOf(NodeState.class)),
        names(query, SUBSTATUS, at.isPresent() ? JOURNALED : SHOWN),
        Set.copyOf(values(query, HOST)),
        at,
        QueryParams.limit(query, LARGEST_PAGE),
        NodeCursor.of(query));
  }

  /**
   * @param now decides whether a deadline has passed
   */
  Page<ObservedNode> select(Collection<ObservedNode> nodes, Instant now) {
    return Page.of(
        nodes.stream().filter(each -> matches(each, now)), ObservedNode::nodeId, cursor, limit);
  }

  private boolean matches(ObservedNode seen, Instant now) {
    NodeStateUpdate each = seen.publication();
    return matches(each.node(), SeenNodeJson.status(each, now), seen.ip());
  }

  /** The matching nodes of a past fleet. */
  Page<PastNode> select(PastFleet fleet) {
    return Page.of(
        fleet.nodes().stream()
            .filter(
                each ->
                    matches(
                        each.node(), each.status(fleet.at()), Optional.of(each.address().ip()))),
        PastNode::nodeId,
        cursor,
        limit);
  }

  private boolean matches(NodeLifecycle node, Optional<DrainStatus> status, Optional<String> ip) {
    return (states.isEmpty() || states.contains(node.state()))
        && (statuses.isEmpty() || status.filter(statuses::contains).isPresent())
        && (hosts.isEmpty()
            || hosts.contains(node.nodeId().host())
            || ip.filter(hosts::contains).isPresent());
  }

  private static List<String> values(Map<String, List<String>> query, String parameter) {
    List<String> values =
        query.getOrDefault(parameter, List.of()).stream()
            .flatMap(value -> Arrays.stream(value.split(",", -1)))
            .map(String::strip)
            .toList();
    if (values.contains("")) {
      throw QueryParams.invalid(parameter, "Expected names between commas, none of them empty");
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
        .orElseThrow(() -> QueryParams.invalid(parameter, "Expected some of " + known));
  }
}
