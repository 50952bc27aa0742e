package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.Json;
import ebb.cli.options.Confirm;
import ebb.cli.options.PlanOptions;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.watch.OperationText;
import ebb.cli.watch.OperationView;
import ebb.cli.watch.RefreshOutput;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ebb force}. */
@Command(
    name = "force",
    description = {
      "Immediately end the drains that an operation began, even if work is still running.",
      "",
      "Drains of other operations continue, and so do drains that have started again since."
          + " Everything that runs on the nodes is killed, so the command asks for confirmation."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class ForceCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Mixin private Confirm confirm = new Confirm();

  @Mixin private PlanOptions planned = new PlanOptions();

  @Parameters(
      paramLabel = "OPERATION",
      description = "Id of the operation; 'ebb operations' lists the ids.")
  private String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, recorded in the journal.")
  private @Nullable String reason;

  @Override
  public Integer call() {
    AdminClient client = rm.client();
    if (!planned.isDryRun() && !planned.isApplied()) {
      ask(client);
    }
    ObjectNode body = planned.addTo(Json.object());
    if (reason != null) {
      body.put("reason", reason);
    }
    JsonNode answer =
        client.send(
            AdminRequest.once(
                "POST",
                "/api/v1/operations/" + AdminClient.segment(id) + "/force",
                body,
                UUID.randomUUID().toString()));
    if (!rm.json() && !planned.isDryRun() && answer.path("decisions").isEmpty()) {
      rm.println("Operation " + id + " began no drain that still runs; nothing is ended.");
    } else {
      RefreshOutput.print(answer, rm);
    }
    return ExitCode.OK;
  }

  /** Asks for confirmation, because the force ends what still runs, whatever that is by then. */
  private void ask(AdminClient client) {
    if (confirm.given()) {
      return;
    }
    OperationView operation = OperationView.of(client, id);
    if (!operation.isComplete() && !operation.isChangeOfTimeout()) {
      confirm.ask(OperationText.atStake(operation) + " of operation " + id + " end now");
    }
  }
}
