package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.hosts.HostsEdit;
import ebb.cli.options.Confirm;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.NodeText;
import ebb.cli.watch.RefreshOutput;
import ebb.domain.DrainTimeout;
import ebb.domain.text.NaturalOrder;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ebb undo}. */
@Command(
    name = "undo",
    description = {
      "Undo an operation: edit the exclude file, refresh and restore timeouts, so that its nodes"
          + " return to the state that they were meant to be in before it.",
      "",
      "Nodes that a later operation has changed stay as they are; the command names them. A drain"
          + " that the operation ended by recommissioning starts again, with the timeout that it"
          + " had. A drain that ended in any other way does not start again."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class UndoCommand implements Callable<Integer> {
  @Mixin private HostsEdit edit = new HostsEdit();

  @Mixin private Confirm confirm = new Confirm();

  @Parameters(
      paramLabel = "OPERATION",
      description = "Id of the operation; 'ebb operations' lists the ids.")
  private String id = "";

  private boolean isComplete = true;

  @Override
  public Integer call() {
    RmOptions rm = edit.rm();
    boolean dryRun = edit.isDryRun();
    // A user with a token has seen the plan, but not which drains a timeout would end.
    boolean mayEndDrains = confirm.given();
    JsonNode undo = rm.client().get("/api/v1/operations/" + AdminClient.segment(id) + "/undo");
    undo.path("skipped").forEach(this::sayWhy);
    edit.because("undoes operation " + NodeText.text(undo.path("operationId")));
    ObjectNode body = Json.object();
    body.set("add", undo.path("add"));
    body.set("remove", undo.path("remove"));
    Set<String> hosts = new LinkedHashSet<>();
    undo.path("add").forEach(each -> hosts.add(each.path("host").asText()));
    undo.path("remove").forEach(each -> hosts.add(each.asText()));
    if (hosts.isEmpty()) {
      return setTimeoutsOnly(undo, mayEndDrains);
    }
    edit.requireListVersion(undo.path("listVersion").asLong());
    if (dryRun) {
      RefreshOutput.print(edit.plan(body), rm);
      setTimeouts(undo, mayEndDrains);
      return ExitCode.OK;
    }
    edit.afterRefresh(() -> setTimeouts(undo, mayEndDrains));
    int exitCode =
        edit.carryOut(
            hosts,
            body,
            count -> (count == 1 ? "its entry is" : "their entries are") + " changed nevertheless",
            confirm,
            "",
            NaturalOrder.INSTANCE);
    return isComplete ? exitCode : ExitCode.NOT_AS_ASKED;
  }

  private int setTimeoutsOnly(JsonNode undo, boolean mayEndDrains) {
    RmOptions rm = edit.rm();
    if (edit.isApplied()) {
      throw new CommandException(
          "the exclude file no longer needs a change, so the plan is not the one shown;"
              + " nothing was changed",
          "look at the current plan with --dry-run");
    }
    if (undo.path("timeouts").isEmpty()) {
      rm.note("nothing of operation " + id + " can be undone");
      isComplete = false;
    }
    setTimeouts(undo, mayEndDrains);
    if (rm.json()) {
      rm.print(undo);
    }
    return isComplete ? ExitCode.OK : ExitCode.NOT_AS_ASKED;
  }

  private void sayWhy(JsonNode skipped) {
    note("%s stays as it is: %s", skipped.path("nodeId"), NodeText.text(skipped.path("why")));
  }

  private void setTimeouts(JsonNode undo, boolean mayEndDrains) {
    for (JsonNode each : undo.path("timeouts")) {
      DrainTimeout timeout = DrainTimeout.ofSeconds(each.path("timeoutSecs").asLong());
      try {
        note("%s " + setTimeout(each, mayEndDrains), each.path("nodeId"), timeout);
      } catch (CommandException e) {
        isComplete = false;
        note("%s keeps its timeout: %s", each.path("nodeId"), String.valueOf(e.getMessage()));
      }
    }
  }

  /** Sets one timeout, and returns the result as text with a placeholder for the timeout. */
  private String setTimeout(JsonNode wanted, boolean mayEndDrains) {
    if (edit.isDryRun()) {
      return "would have a timeout of %s again";
    }
    ObjectNode change = Json.object();
    change.set("timeoutSecs", wanted.path("timeoutSecs"));
    edit.reason().ifPresent(why -> change.put("reason", why));
    if (!mayEndDrains) {
      change.put(Confirm.FIELD, true);
    }
    String path =
        "/api/v1/nodes/" + AdminClient.segment(wanted.path("nodeId").asText()) + "/timeout";
    JsonNode answer = edit.rm().client().send(AdminRequest.change("PUT", path, change));
    return answer.hasNonNull("operationId")
        ? "is going to have a timeout of %s again"
        : "has a timeout of %s again";
  }

  private void note(String text, JsonNode node, Object what) {
    edit.rm().note("note: " + text.formatted(NodeText.text(node), what));
  }
}
