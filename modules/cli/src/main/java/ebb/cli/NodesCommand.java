package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
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

  @Override
  public Integer call() {
    JsonNode answer = rm.client().get("/api/v1/nodes" + query());
    if (rm.json()) {
      rm.print(answer);
    } else {
      print(answer.path("nodes"));
    }
    return ExitCode.OK;
  }

  private String query() {
    return states.isEmpty()
        ? ""
        : states.stream().map(AdminClient::segment).collect(Collectors.joining(",", "?state=", ""));
  }

  private void print(JsonNode nodes) {
    Table table = new Table("NODE", "STATE", "STATUS", "WAITS FOR", "TIME LEFT");
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode node : nodes) {
      counts.merge(NodeText.text(node.path("state")), 1, Integer::sum);
      table.row(
          NodeText.text(node.path("nodeId")),
          NodeText.text(node.path("state")),
          NodeText.text(node.path("status")),
          NodeText.waitsFor(node),
          NodeText.timeLeft(node));
    }
    if (!counts.isEmpty()) {
      table.lines().forEach(rm::println);
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
