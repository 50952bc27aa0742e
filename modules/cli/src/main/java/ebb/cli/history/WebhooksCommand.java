package ebb.cli.history;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.NodeText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb webhooks}. */
@Command(
    name = "webhooks",
    description = {
      "List the webhooks, the position of each, and the events that it could not deliver.",
      "",
      "A dead letter is an event that a webhook gave up on. GET /api/v1/events?after=AFTER begins"
          + " with it."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class WebhooksCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Override
  public Integer call() {
    JsonNode answer = rm.client().get("/api/v1/webhooks");
    if (rm.json()) {
      rm.print(answer);
      return ExitCode.OK;
    }
    JsonNode webhooks = answer.path("webhooks");
    if (webhooks.isEmpty()) {
      rm.println("No webhook is configured.");
      return ExitCode.OK;
    }
    Table table = new Table("WEBHOOK", "TARGET", "STATE", "LAST SENT", "DEAD LETTERS");
    Table undelivered =
        new Table("WEBHOOK", "EVENT", "NODE", "HAPPENED", "ATTEMPTS", "OUTCOME", "AFTER", "REASON");
    for (JsonNode each : webhooks) {
      String name = each.path("name").asText();
      table.row(
          name,
          each.path("target").asText(),
          state(each),
          NodeText.text(each.path("sentAt")),
          Integer.toString(each.path("deadLetters").size()));
      each.path("deadLetters").forEach(event -> add(event, name, "dead letter", undelivered));
      if (each.path("failing").isObject()) {
        add(each.path("failing"), name, "retried", undelivered);
      }
    }
    rm.print(table);
    if (undelivered.size() > 0) {
      rm.println("");
      rm.print(undelivered);
    }
    return ExitCode.OK;
  }

  private static String state(JsonNode webhook) {
    if (!webhook.hasNonNull("position")) {
      return "not begun";
    }
    return webhook.hasNonNull("failing") ? "retrying" : "sending";
  }

  private static void add(JsonNode event, String webhook, String outcome, Table table) {
    table.row(
        webhook,
        event.path("event").asText(),
        NodeText.text(event.path("nodeId")),
        event.path("at").asText(),
        event.path("attempts").asText(),
        outcome,
        event.path("after").asText(),
        event.path("error").asText());
  }
}
