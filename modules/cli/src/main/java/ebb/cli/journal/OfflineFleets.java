package ebb.cli.journal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.options.JournalLocator;
import ebb.journal.json.ChangeJson;
import ebb.journal.json.NodeJson;
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

  private static List<PastFleet> read(String journal, List<Instant> instants) {
    return JournalCommand.attempt(
        () -> {
          try (JournalReader reader = JournalReader.open(JournalLocator.of(journal))) {
            return reader.fleetsAt(instants);
          }
        });
  }
}
