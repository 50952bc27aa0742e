package ebb.cli.queue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.Json;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb queue}. */
@Command(
    name = "queue",
    description = {
      "List the queued drains, list the waiting hosts of one, or change one.",
      "",
      "'ebb drain --max-parallel' queues hosts. A change does not affect hosts that are already"
          + " draining."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class QueueCommand implements Callable<Integer> {
  private static final String PATH = "/api/v1/queue";

  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(paramLabel = "ID", arity = "0..1", description = "The id of one queued drain.")
  private @Nullable String id;

  @ArgGroup private Change change = new Change();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, recorded in the journal.")
  private @Nullable String reason;

  @Spec private CommandSpec spec = CommandSpec.create();

  private static final class Change {
    @Option(names = "--hold", description = "Start no further host until --resume.")
    private boolean hold;

    @Option(names = "--resume", description = "Start hosts again after --hold.")
    private boolean resume;

    @Option(
        names = "--first",
        description = "Start its hosts before those of all other queued drains.")
    private boolean first;

    @Option(names = "--cancel", description = "Leave the waiting hosts in service.")
    private boolean cancel;

    private String name() {
      return hold ? "HOLD" : resume ? "RESUME" : first ? "FIRST" : cancel ? "CANCEL" : "";
    }
  }

  @Override
  public Integer call() {
    String wanted = change.name();
    if (!wanted.isEmpty() && id == null) {
      throw new ParameterException(spec.commandLine(), "Expected the id of a queued drain");
    } else if (wanted.isEmpty() && reason != null) {
      throw new ParameterException(spec.commandLine(), "--reason needs a change");
    }
    JsonNode queue = wanted.isEmpty() ? rm.client().get(PATH) : change(wanted);
    if (rm.json()) {
      rm.print(queue);
    } else if (id != null && wanted.isEmpty()) {
      return hosts(queue);
    } else {
      all(queue);
    }
    return ExitCode.OK;
  }

  private JsonNode change(String wanted) {
    ObjectNode body = Json.object().put("change", wanted);
    if (reason != null) {
      body.put("reason", reason);
    }
    return rm.client()
        .send(
            AdminRequest.change(
                "POST", PATH + "/" + AdminClient.segment(String.valueOf(id)), body));
  }

  private int hosts(JsonNode queue) {
    List<String> waiting = new ArrayList<>();
    queue
        .path("drains")
        .forEach(
            drain -> {
              if (drain.path("id").asText().equals(id)) {
                drain
                    .path("waiting")
                    .forEach(each -> waiting.add(NodeText.text(each.path("host"))));
              }
            });
    waiting.forEach(rm::println);
    if (waiting.isEmpty()) {
      rm.note("note: no host waits under this id");
      return ExitCode.NOT_AS_ASKED;
    }
    return ExitCode.OK;
  }

  private void all(JsonNode queue) {
    Table table = new Table("ID", "AT", "BY", "WAITING", "LIMIT", "NEXT", "REASON");
    for (JsonNode each : queue.path("drains")) {
      table.row(
          NodeText.text(each.path("id")),
          Labels.instant(each.path("at")),
          NodeText.text(each.path("actor")),
          each.path("waiting").size() + " of " + each.path("total").asInt(),
          limits(each),
          next(each),
          NodeText.text(each.path("reason")));
    }
    if (queue.path("drains").isEmpty()) {
      rm.println("No drain waits.");
    } else {
      rm.print(table);
    }
    rm.println(
        "%d of %d hosts in service are draining."
            .formatted(queue.path("draining").asInt(), queue.path("inService").asInt()));
    for (JsonNode each : queue.path("drains")) {
      if (each.hasNonNull("why")) {
        rm.note("note: " + NodeText.text(each.path("id")) + ": " + NodeText.text(each.path("why")));
      }
    }
    if (queue.hasNonNull("problem")) {
      rm.note("note: hosts do not begin: " + NodeText.text(queue.path("problem")));
    }
  }

  private static String limits(JsonNode drain) {
    List<String> limits = new ArrayList<>(List.of(NodeText.text(drain.path("maxParallel"))));
    if (drain.hasNonNull("keepCapacity")) {
      limits.add("keep " + NodeText.text(drain.path("keepCapacity")));
    }
    if (drain.path("byRack").asBoolean()) {
      limits.add("by rack");
    }
    if (drain.hasNonNull("window")) {
      limits.add("in " + NodeText.text(drain.path("window")));
    }
    return String.join(", ", limits);
  }

  /** When the next host begins. */
  private static String next(JsonNode drain) {
    return switch (drain.path("phase").asText()) {
      case "HELD" -> "held";
      case "NOT_YET" -> "at " + Labels.instant(drain.path("notBefore"));
      case "FULL" -> "when one has drained";
      case "KEPT" -> "when enough stays in service";
      case "CLOSED" -> "when the window is open";
      case "OTHER_RACK" -> "when the rack has drained";
      case "OVER" -> "never";
      default -> "now";
    };
  }
}
