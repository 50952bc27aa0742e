package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import ebb.cli.watch.OperationText;
import ebb.cli.watch.OperationView;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb operations}. */
@Command(
    name = "operations",
    description = {
      "List the operations, newest first, or show one operation with each of its nodes.",
      "",
      "An operation is an accepted refresh, a forced end of another operation, or a change of a"
          + " drain's timeout."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class OperationsCommand implements Callable<Integer> {
  private static final int LONGEST = 500;

  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(paramLabel = "OPERATION", arity = "0..1", description = "The id of one operation.")
  private @Nullable String id;

  @Option(
      names = "--limit",
      paramLabel = "NUMBER",
      defaultValue = "20",
      description = "How many to list, 1 to 500 (default: 20).")
  private int limit = 20;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (limit < 1 || limit > LONGEST) {
      throw new ParameterException(
          spec.commandLine(), "--limit " + limit + " is out of range; allowed are 1 to " + LONGEST);
    }
    if (id != null) {
      one(OperationView.of(rm.client(), id));
    } else {
      all(rm.client().get("/api/v1/operations?limit=" + limit));
    }
    return ExitCode.OK;
  }

  private void one(OperationView operation) {
    if (rm.json()) {
      rm.print(operation.json());
      return;
    }
    JsonNode json = operation.json();
    rm.println(
        "%s %s of %s by %s via %s%s"
            .formatted(
                NodeText.text(json.path("type")),
                operation.id(),
                Labels.instant(json.path("at")),
                NodeText.text(json.path("actor")),
                NodeText.text(json.path("origin")),
                OperationText.because(json)));
    if (!operation.decisions().isEmpty()) {
      rm.print(
          OperationText.nodes(
              NodeText.inOrder(operation.json().path("decisions")), operation.holders()));
    }
    rm.println(OperationText.bar(operation));
    if (json.hasNonNull("forecast")) {
      rm.printWrapped(NodeText.text(json.at("/forecast/summary")), 0);
    }
    OperationText.held(operation).forEach(rm::println);
  }

  private void all(JsonNode answer) {
    if (rm.json()) {
      rm.print(answer);
      return;
    }
    Table table = new Table("OPERATION", "AT", "TYPE", "BY", "DONE", "HOW", "REASON");
    for (JsonNode each : answer.path("operations")) {
      JsonNode nodes = each.path("nodes");
      table.row(
          NodeText.text(each.path("id")),
          Labels.instant(each.path("at")),
          NodeText.text(each.path("type")),
          NodeText.text(each.path("actor")),
          nodes.path("ended").asInt() + " of " + nodes.path("total").asInt(),
          OperationText.outcomes(nodes.path("outcomes")),
          NodeText.text(each.path("reason")));
    }
    rm.print(table);
    if (answer.hasNonNull("next")) {
      rm.println("There are older ones; --limit shows more.");
    }
  }
}
