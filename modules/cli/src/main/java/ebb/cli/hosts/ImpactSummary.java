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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What runs on hosts that are to drain, and how much of the cluster they are, to be shown. Whether
 * it has to be confirmed is for the ResourceManager to say.
 *
 * @param hosts that were named, each with its nodes in service; none where no node has the name, or
 *     the address
 * @param inService all nodes in service
 */
public record ImpactSummary(Map<String, List<JsonNode>> hosts, List<JsonNode> inService) {

  /**
   * @throws CommandException as {@link AdminClient#send}
   */
  public static ImpactSummary of(AdminClient client, Set<String> named) {
    Map<String, List<JsonNode>> hosts = new LinkedHashMap<>();
    named.stream()
        .sorted(NaturalOrder.INSTANCE)
        .forEach(host -> hosts.put(host, new ArrayList<>()));
    List<JsonNode> inService = new ArrayList<>();
    ArrayNode all =
        AllNodes.where(
            client, Map.of("states", List.of("RUNNING", "UNHEALTHY", "DECOMMISSIONING")));
    for (JsonNode node : all) {
      inService.add(node);
      HostNodes.add(node, hosts);
    }
    return new ImpactSummary(hosts, inService);
  }

  /**
   * @param plan of the drain; empty if it would be refused
   */
  public void print(RmOptions output, Optional<JsonNode> plan) {
    if (output.json()) {
      ObjectNode json = json();
      plan.ifPresent(
          answer -> {
            json.set("decisions", answer.path("decisions"));
            json.set("plan", answer.path("plan"));
          });
      output.print(json);
      return;
    }
    print(output);
    plan.ifPresent(answer -> RefreshOutput.printPlan(answer, output));
  }

  private void print(RmOptions output) {
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
    output.print(table);
    withoutNode()
        .forEach(
            host -> output.note("note: no node in service has the name, or the address, " + host));
    output.println(
        "Nothing was changed. "
            + NodeText.count(nodes().size(), "node")
            + " with "
            + running()
            + "; "
            + shares()
            + " in service"
            + (draining() > 0 ? " would begin to drain, " + draining() + " drain already" : "")
            + ".");
  }

  /** Those that were named of which no node is in service. */
  public Set<String> withoutNode() {
    return hosts.entrySet().stream()
        .filter(each -> each.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private long draining() {
    return nodes().stream().filter(ImpactSummary::isDraining).count();
  }

  /** Most containers first, for those that are shown before others. */
  public Comparator<String> worstFirst() {
    Map<String, Long> containers =
        nodes().stream()
            .collect(
                Collectors.toMap(
                    node -> node.path("nodeId").asText(), ImpactSummary::containers, (a, b) -> a));
    return Comparator.<String>comparingLong(id -> -containers.getOrDefault(id, 0L))
        .thenComparing(NaturalOrder.INSTANCE);
  }

  private ObjectNode json() {
    ObjectNode answer = Json.object().put("dryRun", true);
    ArrayNode each = answer.putArray("hosts");
    hosts.forEach((host, nodes) -> each.addObject().put("host", host).set("nodes", array(nodes)));
    return answer
        .put("containers", sum(nodes(), ImpactSummary::containers))
        .put("applicationMasters", sum(nodes(), ImpactSummary::masters))
        .put("memoryMb", sum(leaving(), ImpactSummary::memory))
        .put("vcores", sum(leaving(), ImpactSummary::vcores))
        .put("memoryPercent", percent(ImpactSummary::memory))
        .put("vcoresPercent", percent(ImpactSummary::vcores));
  }

  private static ArrayNode array(List<JsonNode> nodes) {
    return Json.array().addAll(nodes);
  }

  public String running() {
    return NodeText.count((int) sum(nodes(), ImpactSummary::containers), "container")
        + ", "
        + NodeText.count((int) sum(nodes(), ImpactSummary::masters), "application master")
        + " among them";
  }

  private String shares() {
    return "%d of %d MB (%d %%) and %d of %d vcores (%d %%)"
        .formatted(
            sum(leaving(), ImpactSummary::memory),
            sum(inService, ImpactSummary::memory),
            percent(ImpactSummary::memory),
            sum(leaving(), ImpactSummary::vcores),
            sum(inService, ImpactSummary::vcores),
            percent(ImpactSummary::vcores));
  }

  /** Each once, also where its name and its address are given. */
  private List<JsonNode> nodes() {
    return hosts.values().stream().flatMap(Collection::stream).distinct().toList();
  }

  /** Those that do not drain already. */
  private List<JsonNode> leaving() {
    return nodes().stream().filter(node -> !isDraining(node)).toList();
  }

  /** Rounded up, as the ResourceManager does. */
  private long percent(ToLongFunction<JsonNode> size) {
    long all = sum(inService, size);
    return all == 0 ? 0 : (100 * sum(leaving(), size) + all - 1) / all;
  }

  private static long sum(List<JsonNode> nodes, ToLongFunction<JsonNode> size) {
    return nodes.stream().mapToLong(size).sum();
  }

  private static boolean isDraining(JsonNode node) {
    return node.path("drain").isObject();
  }

  private static long memory(JsonNode node) {
    return node.path("capacity").path("memoryMb").asLong();
  }

  private static long vcores(JsonNode node) {
    return node.path("capacity").path("vcores").asLong();
  }

  private static long containers(JsonNode node) {
    return node.path("running").path("containers").asLong();
  }

  private static long masters(JsonNode node) {
    return node.path("running").path("applicationMasters").asLong();
  }
}
