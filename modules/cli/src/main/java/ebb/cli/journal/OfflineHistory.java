package ebb.cli.journal;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.journal.event.JournaledEvent;
import ebb.journal.json.EndedDrainJson;
import ebb.journal.replay.EventFilter;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.JournalReplay;
import ebb.journal.replay.NodeStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A journal as of one moment, replayed by the rules of a running instance.
 *
 * @param steps every event of a node, in the order of the journal, with the states before and after
 *     it
 * @param fleet the last step of each node
 * @param leads each time that an instance began to lead, oldest first
 */
public record OfflineHistory(
    List<NodeStep> steps, SortedMap<NodeId, NodeStep> fleet, List<LeadTaken> leads) {

  /**
   * @param journal the journal's folder, or the URL of its PostgreSQL database
   * @throws CommandException if the journal cannot be read or replayed
   */
  public static OfflineHistory read(String journal) {
    return JournalCommand.attempt(() -> replayed(journal));
  }

  /**
   * The history of one node, or of one host's nodes.
   *
   * @param node the node's id, or its host; empty for all nodes
   * @throws CommandException if the journal has no such node
   */
  public OfflineHistory of(Optional<String> node) {
    if (node.isEmpty()) {
      return this;
    }
    SortedMap<NodeId, NodeStep> own = new TreeMap<>(fleet);
    own.keySet().removeIf(id -> !isOf(id, node.get()));
    if (own.isEmpty()) {
      throw new CommandException(
          "the journal knows no node " + node.get(), "leave the node out to see all of them");
    }
    return new OfflineHistory(
        steps.stream().filter(step -> own.containsKey(step.after().nodeId())).toList(), own, leads);
  }

  private static boolean isOf(NodeId id, String node) {
    return id.toString().equals(node) || id.host().equals(node);
  }

  /** The drains that have ended, in the order of the journal, as the admin API returns them. */
  public List<JsonNode> drains(EventFilter filter) {
    return steps.stream()
        .filter(step -> step.endedDrain().filter(filter::wants).isPresent())
        .flatMap(step -> EndedDrainJson.of(step, leads).stream())
        .<JsonNode>map(Json::tree)
        .toList();
  }

  private static OfflineHistory replayed(String journal) {
    JournalReplay replay = new JournalReplay();
    List<NodeStep> steps = new ArrayList<>();
    SortedMap<NodeId, NodeStep> fleet = new TreeMap<>();
    List<LeadTaken> leads = new ArrayList<>();
    try (JournalReader reader = JournalReader.open(journal)) {
      reader
          .events()
          .forEach(
              event -> {
                if (event instanceof JournaledEvent.OfNode ofNode) {
                  NodeStep step = replay.replay(ofNode);
                  steps.add(step);
                  fleet.put(step.after().nodeId(), step);
                } else if (event.event() instanceof LeadTaken lead) {
                  leads.add(lead);
                }
              });
    }
    return new OfflineHistory(List.copyOf(steps), fleet, leads);
  }
}
