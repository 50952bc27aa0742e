package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.NodeName;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import ebb.domain.text.TextLimit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ebb why}. */
@Command(
    name = "why",
    description = {
      "Explain a node: what its drain waits for, since when, what happens at its deadline, who set"
          + " it, and when it probably ends; or how its last drain ended.",
      "",
      "The command prints a paragraph, and then the details: the applications, each container,"
          + " and each timeout that the drain has had."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class WhyCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(paramLabel = "NODE", description = "The node, HOST:PORT, or its host.")
  private String name = "";

  static JsonNode ask(AdminClient client, String nodeId) {
    return client.get("/api/v1/nodes/" + AdminClient.segment(nodeId) + "/why");
  }

  @Override
  public Integer call() {
    AdminClient client = rm.client();
    JsonNode why = ask(client, NodeName.idOf(client, name));
    if (rm.json()) {
      rm.print(why);
    } else {
      print(why);
    }
    return ExitCode.OK;
  }

  private void print(JsonNode why) {
    rm.printWrapped(NodeText.text(why.path("summary")), 0);
    if (why.hasNonNull("forecast")) {
      rm.printWrapped(NodeText.text(why.at("/forecast/summary")), 0);
    }
    if (!why.path("applications").isEmpty()) {
      rm.println("");
      rm.print(applications(why.path("applications")));
      printContainers(why.path("applications"));
    }
    if (!why.path("timeouts").isEmpty()) {
      rm.println("");
      rm.print(timeouts(why.path("timeouts")));
    }
  }

  private static Table applications(JsonNode applications) {
    Table table =
        new Table("APPLICATION", "USER", "QUEUE", "TYPE", "PROGRESS", "RUNNING SINCE", "NAME");
    for (JsonNode each : applications) {
      table.row(
          NodeText.text(each.path("id")),
          TextLimit.start(NodeText.text(each.path("user"))),
          NodeText.text(each.path("queue")),
          NodeText.text(each.path("type")),
          each.hasNonNull("progress") ? each.path("progress").asInt() + " %" : "-",
          Labels.instant(each.path("startedAt")),
          TextLimit.start(NodeText.text(each.path("name"))));
    }
    return table;
  }

  private void printContainers(JsonNode applications) {
    Table table = new Table("CONTAINER", "STATE", "HERE SINCE", "APPLICATION MASTER");
    boolean hasAny = false;
    for (JsonNode application : applications) {
      for (JsonNode each : application.path("containers")) {
        hasAny = true;
        table.row(
            NodeText.text(each.path("id")),
            NodeText.text(each.path("state")),
            Labels.instant(each.path("startedAt")),
            each.path("applicationMaster").asBoolean() ? "yes" : "-");
      }
    }
    if (hasAny) {
      rm.println("");
      rm.print(table);
    }
  }

  private static Table timeouts(JsonNode timeouts) {
    Table table = new Table("TIMEOUT", "FROM", "DEADLINE", "SINCE", "BY", "OPERATION", "REASON");
    for (JsonNode each : timeouts) {
      JsonNode by = each.path("by");
      table.row(
          Labels.timeoutOf(each),
          Labels.source(each.path("source")),
          Labels.instant(each.path("deadline")),
          Labels.instant(by.path("at")),
          NodeText.text(by.path("actor")),
          NodeText.text(by.path("operationId")),
          NodeText.text(by.path("reason")));
    }
    return table;
  }
}
