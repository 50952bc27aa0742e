package ebb.cli.journal;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.domain.NodeId;
import ebb.journal.event.JournaledEvent;
import ebb.journal.json.EndedDrainJson;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A journal as of one moment, replayed by the rules that run live.
 *
 * @param steps every event of a node, in the order of the journal, with the states around it
 * @param fleet the last step of each node
 */
public record OfflineHistory(List<NodeStep> steps, SortedMap<NodeId, NodeStep> fleet) {

  /**
   * @param journal its folder, or the URL of its PostgreSQL database
   * @throws CommandException if it cannot be read or replayed
   */
  public static OfflineHistory read(String journal) {
    return JournalCommand.attempt(() -> replayed(journal));
  }

  /** Those that have ended, in the order of the journal, as the admin API has them. */
  public List<JsonNode> drains() {
    return steps.stream()
        .flatMap(step -> EndedDrainJson.of(step).stream())
        .<JsonNode>map(Json::tree)
        .toList();
  }

  private static OfflineHistory replayed(String journal) {
    JournalReplay replay = new JournalReplay();
    List<NodeStep> steps = new ArrayList<>();
    SortedMap<NodeId, NodeStep> fleet = new TreeMap<>();
    try (JournalReader reader = JournalReader.open(journal)) {
      reader
          .events()
          .forEach(
              event -> {
                if (event instanceof JournaledEvent.OfNode ofNode) {
                  NodeStep step = replay.replay(ofNode);
                  steps.add(step);
                  fleet.put(step.after().nodeId(), step);
                }
              });
    }
    return new OfflineHistory(List.copyOf(steps), fleet);
  }
}
