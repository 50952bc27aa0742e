package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb instances}. */
@Command(
    name = "instances",
    description = {
      "List the instances of the cluster, and which one is the leader.",
      "",
      "An instance that is not running is not a member, and is not listed."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class InstancesCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Override
  public Integer call() {
    JsonNode answer = rm.client().get(Members.PATH);
    if (rm.json()) {
      rm.print(answer);
      return ExitCode.OK;
    }
    Table table = new Table("INSTANCE", "STATE");
    for (JsonNode each : NodeText.inOrder(answer.path("instances"), "instance")) {
      table.row(
          NodeText.text(each.path("instance")), Labels.instanceState(each.path("state").asText()));
    }
    rm.print(table);
    return ExitCode.OK;
  }
}
