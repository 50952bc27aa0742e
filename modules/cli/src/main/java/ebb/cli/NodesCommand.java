package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ebb nodes}. */
@Command(
    name = "nodes",
    description = {
      "List the nodes, and what draining ones wait for.",
      "",
      "A draining node leaves when it has neither containers nor applications left, or when its"
          + " time is over."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class NodesCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = "Only nodes in one of these states of YARN, as in DECOMMISSIONING,LOST.")
  private List<String> states = new ArrayList<>();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      split = ",",
      description = "Only nodes that drain and wait so: WAIT_CONTAINER, WAIT_APP, READY, TIMEOUT.")
  private List<String> statuses = new ArrayList<>();

  @Option(
      names = "--host",
      paramLabel = "HOST",
      split = ",",
      description = "Only nodes of these hosts; a node, HOST:PORT, stands for its host.")
  private List<String> hosts = new ArrayList<>();

  @Override
  public Integer call() {
    ArrayNode nodes = AllNodes.where(rm.client(), query());
    if (rm.json()) {
      rm.print(Json.object().set("nodes", nodes));
    } else {
      print(nodes);
    }
    return ExitCode.OK;
  }

  private Map<String, List<String>> query() {
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put("states", states);
    query.put("substatus", statuses);
    query.put("host", hosts.stream().map(NodeName::hostOf).distinct().toList());
    return query;
  }

  private void print(JsonNode nodes) {
    Table table = new Table("NODE", "STATE", "STATUS", "WAITS FOR", "TIME LEFT", "LAST DRAIN");
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode node : NodeText.inOrder(nodes)) {
      counts.merge(NodeText.text(node.path("state")), 1, Integer::sum);
      table.row(
          NodeText.text(node.path("nodeId")),
          NodeText.text(node.path("state")),
          NodeText.text(node.path("status")),
          NodeText.waitsFor(node),
          NodeText.timeLeft(node),
          LastDrainText.inShort(node));
    }
    if (!counts.isEmpty()) {
      rm.print(table);
    }
    rm.println(summary(nodes.size(), counts));
  }

  private static String summary(int all, Map<String, Integer> counts) {
    String states =
        counts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return NodeText.count(all, "node") + (states.isEmpty() ? "" : ": " + states);
  }
}
