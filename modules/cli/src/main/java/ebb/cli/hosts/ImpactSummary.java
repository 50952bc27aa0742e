package ebb.cli.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AllNodes;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.Table;
import ebb.cli.text.NodeText;
import ebb.cli.watch.RefreshOutput;
import ebb.domain.text.NaturalOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What runs on hosts that are to drain.
 *
 * @param hosts the named hosts, each with its nodes in service; empty where no node has the name or
 *     the address
 */
public record ImpactSummary(Map<String, List<JsonNode>> hosts) {

  /**
   * @throws CommandException as {@link AdminClient#send}
   */
  public static ImpactSummary of(AdminClient client, Set<String> named) {
    Map<String, List<JsonNode>> hosts = new LinkedHashMap<>();
    named.stream()
        .sorted(NaturalOrder.INSTANCE)
        .forEach(host -> hosts.put(host, new ArrayList<>()));
    AllNodes.where(client, Map.of("states", List.of("RUNNING", "UNHEALTHY", "DECOMMISSIONING")))
        .forEach(node -> HostNodes.add(node, hosts));
    return new ImpactSummary(hosts);
  }

  /**
   * @param plan the plan of the drain; empty if the drain would be refused
   */
  public void print(RmOptions output, Optional<JsonNode> plan) {
    if (output.json()) {
      ObjectNode answer =
          plan.map(each -> (ObjectNode) each).orElseGet(() -> Json.object().put("dryRun", true));
      ArrayNode each = answer.putArray("hosts");
      hosts.forEach((host, nodes) -> each.addObject().put("host", host).set("nodes", array(nodes)));
      output.print(answer);
      return;
    }
    output.print(table());
    hosts.forEach(
        (host, nodes) -> {
          if (nodes.isEmpty()) {
            output.note("note: no node in service has the name, or the address, " + host);
          }
        });
    plan.ifPresent(
        answer -> {
          output.println("");
          RefreshOutput.print(answer, output);
        });
  }

  private Table table() {
    Table table =
        new Table("HOST", "NODE", "STATE", "CONTAINERS", "APP MASTERS", "MEMORY", "CORES");
    hosts.forEach(
        (host, nodes) -> {
          if (nodes.isEmpty()) {
            table.row(host, "-", "-", "-", "-", "-", "-");
          }
          nodes.forEach(
              node ->
                  table.row(
                      host,
                      NodeText.text(node.path("nodeId")),
                      NodeText.text(node.path("state")),
                      NodeText.text(node.path("running").path("containers")),
                      NodeText.text(node.path("running").path("applicationMasters")),
                      NodeText.text(node.path("capacity").path("memoryMb")) + " MB",
                      NodeText.text(node.path("capacity").path("vcores"))));
        });
    return table;
  }

  /** The order of node ids by the most containers, for output that shows only the first nodes. */
  public Comparator<String> worstFirst() {
    Map<String, Integer> containers =
        nodes().stream()
            .collect(
                Collectors.toMap(
                    node -> node.path("nodeId").asText(),
                    node -> running(node, "containers"),
                    (a, b) -> a));
    return Comparator.<String>comparingInt(id -> -containers.getOrDefault(id, 0))
        .thenComparing(NaturalOrder.INSTANCE);
  }

  public String running() {
    return NodeText.count(sum("containers"), "container")
        + ", "
        + NodeText.count(sum("applicationMasters"), "application master")
        + " among them";
  }

  private int sum(String what) {
    return nodes().stream().mapToInt(node -> running(node, what)).sum();
  }

  private static int running(JsonNode node, String what) {
    return node.path("running").path(what).asInt();
  }

  /** The nodes, each once, even where both its name and its address are given. */
  private List<JsonNode> nodes() {
    return hosts.values().stream().flatMap(Collection::stream).distinct().toList();
  }

  private static ArrayNode array(List<JsonNode> nodes) {
    return Json.array().addAll(nodes);
  }
}
