package ebb.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import ebb.journal.JournalReader;
import ebb.journal.PastFleet;
import ebb.journal.PastNode;
import ebb.journal.json.ChangeJson;
import ebb.journal.json.NodeJson;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** What the admin API tells of the fleet's past, from a journal itself. */
final class OfflineFleets {
  private OfflineFleets() {}

  /**
   * @param journal its folder, or the URL of its PostgreSQL database
   * @throws CommandException if it cannot be read, or begins later
   */
  static ArrayNode nodes(String journal, Instant at, Predicate<PastNode> wanted) {
    ArrayNode nodes = Json.array();
    read(journal, List.of(at)).get(0).nodes().stream()
        .filter(wanted)
        .forEach(node -> nodes.add(Json.tree(NodeJson.of(node, at))));
    return nodes;
  }

  /** As {@link #nodes}, of nodes that are another at two instants. */
  static ArrayNode changes(String journal, Instant from, Instant to) {
    ArrayNode changes = Json.array();
    List<PastFleet> fleets = read(journal, List.of(from, to));
    fleets
        .get(0)
        .changesTo(fleets.get(1))
        .forEach(change -> changes.add(Json.tree(ChangeJson.of(change, from, to))));
    return changes;
  }

  private static List<PastFleet> read(String journal, List<Instant> instants) {
    return JournalCommand.attempt(
        () -> {
          try (JournalReader reader = JournalReader.open(JournalPlace.of(journal))) {
            return reader.fleetsAt(instants);
          }
        });
  }
}
