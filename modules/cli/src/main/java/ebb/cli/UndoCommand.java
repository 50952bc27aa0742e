package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
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
      "Return the nodes of an operation to what they were to do before it: edit the exclude file,"
          + " refresh, and restore the timeouts of drains.",
      "",
      "Nodes that a later operation has changed stay as they are, and are named. A drain that the"
          + " operation ended by recommissioning starts again, with the timeout that it had; one"
          + " that ended otherwise has ended."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class UndoCommand implements Callable<Integer> {
  @Mixin private HostsEdit edit = new HostsEdit();

  @Mixin private Confirm confirm = new Confirm();

  @Parameters(paramLabel = "OPERATION", description = "Its id; see 'ebb operations'.")
  private String id = "";

  @Override
  public Integer call() {
    RmOptions rm = edit.rm();
    boolean dryRun = edit.isDryRun();
    JsonNode undo = rm.client().get("/api/v1/operations/" + AdminClient.segment(id) + "/undo");
    undo.path("skipped").forEach(this::sayWhy);
    edit.because("undoes operation " + NodeText.text(undo.path("operationId")));
    ObjectNode body = Json.object();
    Set<String> hosts = new LinkedHashSet<>();
    body.set("add", undo.path("add"));
    undo.path("add").forEach(each -> hosts.add(each.path("host").asText()));
    body.set("remove", undo.path("remove"));
    undo.path("remove").forEach(each -> hosts.add(each.asText()));
    if (hosts.isEmpty() && undo.path("timeouts").isEmpty()) {
      rm.note("nothing of operation " + id + " can be undone");
      return ExitCode.NOT_AS_ASKED;
    } else if (hosts.isEmpty()) {
      setTimeouts(undo);
      return ExitCode.OK;
    } else if (dryRun) {
      RefreshOutput.print(edit.plan(body), rm);
      setTimeouts(undo);
      return ExitCode.OK;
    }
    edit.afterRefresh(() -> setTimeouts(undo));
    return edit.carryOut(
        hosts,
        body,
        count -> (count == 1 ? "its entry is" : "their entries are") + " changed nevertheless",
        confirm,
        "",
        NaturalOrder.INSTANCE);
  }

  private void sayWhy(JsonNode skipped) {
    edit.rm()
        .note(
            "note: %s stays as it is: %s"
                .formatted(
                    NodeText.text(skipped.path("nodeId")), NodeText.text(skipped.path("why"))));
  }

  private void setTimeouts(JsonNode undo) {
    for (JsonNode each : undo.path("timeouts")) {
      if (!edit.isDryRun()) {
        ObjectNode change = Json.object();
        change.set("timeoutSecs", each.path("timeoutSecs"));
        edit.reason().ifPresent(why -> change.put("reason", why));
        String path =
            "/api/v1/nodes/" + AdminClient.segment(each.path("nodeId").asText()) + "/timeout";
        confirm.carryOut(
            change, "", body -> edit.rm().client().send(AdminRequest.change("PUT", path, body)));
      }
      edit.rm()
          .note(
              "note: %s %s a timeout of %s again"
                  .formatted(
                      NodeText.text(each.path("nodeId")),
                      edit.isDryRun() ? "would have" : "has",
                      DrainTimeout.ofSeconds(each.path("timeoutSecs").asLong())));
    }
  }
}
