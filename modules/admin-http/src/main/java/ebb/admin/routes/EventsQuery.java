package ebb.admin.routes;

import akka.http.javadsl.model.Query;
import akka.http.scaladsl.model.IllegalUriException;
import ebb.admin.http.ProblemException;
import ebb.admin.http.QueryParams;
import ebb.domain.NodeId;
import ebb.journal.event.EventManifests;
import ebb.journal.feed.EventPosition;
import ebb.journal.feed.FeedEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Selects the events to follow. Events of the lists belong to no node.
 *
 * @param after the position after which to begin; empty for new events only
 * @param nodes only events of these nodes; empty for all events
 * @param hosts only events of nodes on these hosts; empty for all events
 * @param operation only events of this operation; empty for all events, also those without an
 *     operation
 * @param names only events with these names; empty for all events
 */
public record EventsQuery(
    Optional<EventPosition> after,
    Set<NodeId> nodes,
    Set<String> hosts,
    Optional<String> operation,
    Set<String> names) {
  private static final String AFTER = "after";
  private static final String NODE = "node";
  private static final String HOST = "host";
  private static final String OPERATION = "operation";
  private static final String EVENT = "event";
  static final String LAST_EVENT_ID = "Last-Event-ID";
  public static final Set<String> PARAMETERS = Set.of(AFTER, NODE, HOST, OPERATION, EVENT);

  /**
   * @param query each parameter with its values
   * @param lastEventId the last event of a client that reconnects; takes precedence over the
   *     position where it first began
   * @throws ProblemException that names the wrong parameter or header
   */
  static EventsQuery of(Map<String, List<String>> query, Optional<String> lastEventId) {
    QueryParams.refuseUnknown(query, PARAMETERS);
    Optional<EventPosition> begin =
        QueryParams.single(query, AFTER).map(text -> position(AFTER, text));
    return new EventsQuery(
        lastEventId
            .filter(text -> !text.isEmpty())
            .map(text -> position(LAST_EVENT_ID, text))
            .or(() -> begin),
        values(query, NODE).stream().map(EventsQuery::node).collect(Collectors.toUnmodifiableSet()),
        Set.copyOf(values(query, HOST)),
        QueryParams.single(query, OPERATION),
        values(query, EVENT).stream()
            .map(EventsQuery::name)
            .collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * Reads the text after the question mark of a request for events.
   *
   * @throws ProblemException that names the wrong parameter
   */
  public static EventsQuery parse(String text) {
    try {
      return of(Query.create(text).toMultiMap(), Optional.empty());
    } catch (IllegalUriException e) {
      throw QueryParams.invalid(text, "Expected the query of an URL");
    }
  }

  private static EventPosition position(String where, String text) {
    return EventPosition.parse(text)
        .orElseThrow(
            () ->
                QueryParams.invalid(
                    where, "Expected the id of an event, or 0 for all that the journal has"));
  }

  private static List<String> values(Map<String, List<String>> query, String parameter) {
    return query.getOrDefault(parameter, List.of()).stream()
        .flatMap(text -> Arrays.stream(text.split(",", -1)))
        .distinct()
        .toList();
  }

  private static NodeId node(String text) {
    try {
      return NodeId.parse(text);
    } catch (IllegalArgumentException e) {
      throw QueryParams.invalid(NODE, String.valueOf(e.getMessage()));
    }
  }

  private static String name(String text) {
    if (!EventManifests.names().contains(text)) {
      throw QueryParams.invalid(
          EVENT, "Expected some of " + String.join(", ", EventManifests.names()));
    }
    return text;
  }

  public boolean wants(FeedEvent event) {
    return (names.isEmpty() || names.contains(event.name()))
        && (operation.isEmpty() || event.operation().equals(operation))
        && (nodes.isEmpty() || event.node().filter(nodes::contains).isPresent())
        && (hosts.isEmpty() || event.node().map(NodeId::host).filter(hosts::contains).isPresent());
  }

  /** The same query, from a known position. */
  EventsQuery from(EventPosition position) {
    return new EventsQuery(Optional.of(position), nodes, hosts, operation, names);
  }
}
