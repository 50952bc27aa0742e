package ebb.cli;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.Json;
import ebb.cli.client.NodeName;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.BlockingApplications;
import ebb.cli.text.Labels;
import ebb.cli.text.LastDrainText;
import ebb.cli.text.NodeText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ebb node}. */
@Command(
    name = "node",
    description = "Show one node: its state, its drain, what it waits for, and who requested it.",
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class NodeStatusCommand implements Callable<Integer> {
  private static final String LINE = "%-15s %s";
  private static final int INDENT = 16;

  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(paramLabel = "NODE", description = "The node, HOST:PORT, or its host.")
  private String name = "";

  @Override
  public Integer call() {
    AdminClient client = rm.client();
    String id = NodeName.idOf(client, name);
    JsonNode node = client.get("/api/v1/nodes/" + AdminClient.segment(id));
    if (rm.json()) {
      rm.print(node);
    } else {
      print(node, holders(client, id, node));
    }
    return ExitCode.OK;
  }

  /**
   * The applications that the node waits for. Requested only if there are any, which is never so
   * for a node that does not drain.
   */
  private static BlockingApplications holders(AdminClient client, String id, JsonNode node) {
    return NodeText.applications(node).isEmpty()
        ? BlockingApplications.in(Json.object())
        : BlockingApplications.in(WhyCommand.ask(client, id));
  }

  private void print(JsonNode node, BlockingApplications holders) {
    line("Node", NodeText.text(node.path("nodeId")));
    line("State", NodeText.text(node.path("state")));
    NodeText.health(node).ifPresent(health -> line("Health", health));
    line("Capacity", NodeText.capacity(node));
    printNodeManager(node.path("nodeManager"));
    line("Changed by", "refresh " + NodeText.text(node.path("listVersion")));
    if (node.path("awaitsRegistration").asBoolean()) {
      line("Recommissioned", "serves again once its NodeManager registers");
    }
    if (node.path("drain").isObject()) {
      printDrain(node, node.path("drain"), holders);
    }
    LastDrainText.of(node).ifPresent(this::printLast);
    NodeText.afterItLeft(node).ifPresent(seen -> line("NodeManager", seen));
  }

  /** Prints nothing until it has registered with the present leader. */
  private void printNodeManager(JsonNode nodeManager) {
    if (nodeManager.isObject()) {
      line("Rack", NodeText.text(nodeManager.path("rack")));
      line("Labels", NodeText.list(nodeManager.path("labels")));
      line("Attributes", NodeText.list(nodeManager.path("attributes")));
      line("Version", NodeText.text(nodeManager.path("version")));
    }
  }

  private void printDrain(JsonNode node, JsonNode drain, BlockingApplications holders) {
    line("Status", NodeText.text(node.path("status")));
    line("Waits for", NodeText.waitsFor(node));
    List<String> applications = NodeText.applications(node);
    if (!applications.isEmpty()) {
      line("Applications", applications.stream().map(holders::text).collect(joining(", ")));
    }
    line("Draining since", Labels.instant(drain.path("startedAt")));
    line("Deadline", Labels.deadline(drain));
    line(
        "Timeout",
        Labels.timeoutOf(drain) + ", from " + Labels.source(drain.path("timeoutSource")));
    line("Requested by", askedBy(drain));
  }

  private void printLast(LastDrainText last) {
    line("Last drain", last.ending());
    line("Still ran", last.remaining());
    last.waited().ifPresent(waited -> line("Waited", waited));
    last.askedBy().ifPresent(who -> line("Requested by", who));
    line("Ended by", last.endedBy());
  }

  private static String askedBy(JsonNode drain) {
    String reason = drain.hasNonNull("reason") ? ": " + drain.path("reason").asText() : "";
    return "%s via %s, operation %s%s"
        .formatted(
            NodeText.text(drain.path("askedBy")),
            NodeText.text(drain.path("origin")),
            NodeText.text(drain.path("operationId")),
            reason);
  }

  private void line(String name, String value) {
    rm.printWrapped(LINE.formatted(name, value), INDENT);
  }
}
