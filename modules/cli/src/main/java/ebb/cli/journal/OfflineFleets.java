package ebb.cli.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.client.NodeName;
import ebb.cli.options.JournalLocator;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.journal.event.JournaledEvent;
import ebb.journal.json.ChangeJson;
import ebb.journal.json.NodeJson;
import ebb.journal.json.WhyJson;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.PastFleet;
import ebb.journal.replay.PastNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The fleet's past as the admin API shows it, read directly from a journal. */
public final class OfflineFleets {
  private OfflineFleets() {}

  /**
   * @param journal the journal's folder, or the URL of its PostgreSQL database
   * @param at the instant to show; empty for the end of the journal, which may lie in the future if
   *     an instance's clock was ahead
   * @param now the current time, from which the time left of a drain is counted at the end of the
   *     journal
   * @throws CommandException if the journal cannot be read, or begins later
   */
  public static ArrayNode nodes(
      String journal, Optional<Instant> at, Instant now, Predicate<PastNode> wanted) {
    ArrayNode nodes = Json.array();
    read(journal, List.of(at.orElse(Instant.MAX))).get(0).nodes().stream()
        .filter(wanted)
        .forEach(node -> nodes.add(Json.tree(NodeJson.of(node, at.orElse(now)))));
    return nodes;
  }

  /** As {@link #nodes}, for nodes that differ between two instants. */
  public static ArrayNode changes(String journal, Instant from, Optional<Instant> to, Instant now) {
    ArrayNode changes = Json.array();
    List<PastFleet> fleets = read(journal, List.of(from, to.orElse(Instant.MAX)));
    fleets
        .get(0)
        .changesTo(fleets.get(1))
        .forEach(change -> changes.add(Json.tree(ChangeJson.of(change, from, to.orElse(now)))));
    return changes;
  }

  /**
   * Why a node is what it is.
   *
   * @param name its id, or its host
   * @param at as above
   * @param now as above
   * @throws CommandException as above, and if there is no such node
   */
  public static JsonNode why(String journal, String name, Optional<Instant> at, Instant now) {
    return JournalCommand.attempt(
        () -> {
          try (JournalReader reader = JournalReader.open(JournalLocator.of(journal))) {
            PastFleet fleet = reader.fleetsAt(List.of(at.orElse(Instant.MAX))).get(0);
            PastNode node = find(name, fleet, at.orElse(now));
            List<JournaledEvent.OfNode> events =
                reader.eventsOf(node.nodeId()).map(JournaledEvent.OfNode.class::cast).toList();
            List<LeadTaken> leads =
                reader.leads(0).map(JournaledEvent::event).map(LeadTaken.class::cast).toList();
            return Json.tree(WhyJson.past(node, events, leads, at.orElse(now)));
          }
        });
  }

  private static PastNode find(String name, PastFleet fleet, Instant at) {
    List<JsonNode> ofHost =
        fleet.nodes().stream()
            .filter(node -> node.nodeId().host().equals(name) || node.address().ip().equals(name))
            .map(node -> Json.tree(NodeJson.of(node, at)))
            .toList();
    NodeId nodeId = NodeId.parse(NodeName.isId(name) ? name : NodeName.idOf(name, ofHost));
    return fleet
        .find(nodeId)
        .orElseThrow(
            () ->
                new CommandException(
                    "no node " + nodeId + " is known", "'ebb nodes' lists those that are known"));
  }

  private static List<PastFleet> read(String journal, List<Instant> instants) {
    return JournalCommand.attempt(
        () -> {
          try (JournalReader reader = JournalReader.open(JournalLocator.of(journal))) {
            return reader.fleetsAt(instants);
          }
        });
  }
}
