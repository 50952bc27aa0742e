package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.domain.DrainOutcome;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes to wait for, each in the operation that drains it. They look like one operation with these
 * nodes only.
 *
 * @param nodes ids of nodes by operation, in the order in which they are shown
 */
public record WatchedNodes(Map<String, Set<String>> nodes) {
  public WatchedNodes() {
    this(new LinkedHashMap<>());
  }

  void add(String operation, String node) {
    nodes.computeIfAbsent(operation, any -> new LinkedHashSet<>()).add(node);
  }

  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  public List<String> operations() {
    return List.copyOf(nodes.keySet());
  }

  /**
   * The current state of the nodes.
   *
   * @throws CommandException as {@link AdminClient#send}
   */
  OperationView poll(AdminClient client) {
    ArrayNode ids = Json.array();
    ArrayNode decisions = Json.array();
    nodes.forEach(
        (id, wanted) -> {
          ids.add(id);
          OperationView.of(client, id).decisions().stream()
              .filter(each -> wanted.contains(each.path("nodeId").asText()))
              .forEach(decisions::add);
        });
    ObjectNode json = Json.object();
    json.set("operations", ids);
    json.set("nodes", counts(decisions));
    json.put("complete", !anyOpen(decisions));
    json.set("decisions", decisions);
    return new OperationView(json);
  }

  private static ObjectNode counts(ArrayNode decisions) {
    int draining = 0;
    int ended = 0;
    ObjectNode outcomes = Json.object();
    for (DrainOutcome outcome : DrainOutcome.values()) {
      outcomes.put(outcome.name(), 0);
    }
    for (JsonNode each : decisions) {
      draining += OperationView.isDraining(each) ? 1 : 0;
      if (!OperationView.isOpen(each)) {
        ended++;
        String outcome = each.path("outcome").asText();
        outcomes.put(outcome, outcomes.path(outcome).asInt() + 1);
      }
    }
    ObjectNode counts =
        Json.object()
            .put("total", decisions.size())
            .put("pending", decisions.size() - draining - ended)
            .put("draining", draining)
            .put("ended", ended);
    counts.set("outcomes", outcomes);
    return counts;
  }

  private static boolean anyOpen(ArrayNode decisions) {
    for (JsonNode each : decisions) {
      if (OperationView.isOpen(each)) {
        return true;
      }
    }
    return false;
  }
}
