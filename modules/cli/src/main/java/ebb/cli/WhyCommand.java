package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.NodeName;
import ebb.cli.journal.OfflineFleets;
import ebb.cli.options.PastTime;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import ebb.domain.text.TextLimit;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb why}. */
@Command(
    name = "why",
    description = {
      "Explain a node: what its drain waits for, since when, what happens at its deadline, who set"
          + " it, and when it probably ends; or how its last drain ended.",
      "",
      "The command prints a paragraph, and then the details: the applications, each container,"
          + " and each timeout that the drain has had.",
      "",
      "With --at or --journal the command shows what the journal has: only the ids of"
          + " applications, no containers and no forecast."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class WhyCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(paramLabel = "NODE", description = "The node, HOST:PORT, or its host.")
  private String name = "";

  static JsonNode ask(AdminClient client, String nodeId) {
    return client.get(path(nodeId));
  }

  private static String path(String nodeId) {
    return "/api/v1/nodes/" + AdminClient.segment(nodeId) + "/why";
  }

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "Explain the node as it was then: " + PastTime.FORMS)
  private @Nullable String at;

  @Option(
      names = "--journal",
      paramLabel = "PLACE",
      description =
          "Read a journal instead of a running instance, as 'ebb nodes' does. Without --at the node"
              + " is explained as it is at its end.")
  private @Nullable String journal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Optional<Instant> then =
        Optional.ofNullable(at).map(text -> PastTime.parse("--at", text, spec));
    JsonNode why = journal == null ? online(then) : offline(journal, then);
    if (rm.json()) {
      rm.print(why);
    } else {
      print(why);
    }
    return ExitCode.OK;
  }

  private JsonNode online(Optional<Instant> then) {
    AdminClient client = rm.client();
    String nodeId = NodeName.idOf(client, name);
    return then.map(time -> "?at=" + AdminClient.segment(time.toString()))
        .map(query -> client.get(path(nodeId) + query))
        .orElseGet(() -> ask(client, nodeId));
  }

  private JsonNode offline(String place, Optional<Instant> then) {
    Instant now = Instant.now();
    PastTime.requirePast("--at", then, now, spec);
    return OfflineFleets.why(place, name, then, now);
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
    if (applications.findValues("name").stream().allMatch(JsonNode::isNull)) {
      Table ids = new Table("APPLICATION");
      applications.forEach(each -> ids.row(NodeText.text(each.path("id"))));
      return ids;
    }
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
