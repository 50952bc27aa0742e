package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.Json;
import ebb.cli.client.NodeName;
import ebb.cli.options.Confirm;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.ClockText;
import ebb.cli.text.Labels;
import ebb.cli.text.NodeText;
import ebb.cli.text.TimeoutText;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb timeout}. */
@Command(
    name = "timeout",
    description = {
      "Change or extend the timeout of a node's drain.",
      "",
      "TIME is how long the drain may take in total, counted from its start; with a plus sign, it"
          + " is added to the timeout in force. The timeout remains until the node is"
          + " recommissioned, or a refresh sets a timeout itself. The requester of the drain does"
          + " not change.",
      "",
      "The command asks for confirmation if the drain would end immediately."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class TimeoutCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Mixin private Confirm confirm = new Confirm();

  @Parameters(index = "0", paramLabel = "NODE", description = "The node, HOST:PORT, or its host.")
  private String node = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TIME",
      description =
          "Timeout from the start of the drain, as in 90s, 30m or 1h30m; +30m extends the timeout"
              + " in force; infinite or -1 sets no limit; 0 ends the drain immediately.")
  private @Nullable String time;

  @Option(
      names = "--from-now",
      paramLabel = "TIME",
      description = "How long the drain may still take, as in 30m.")
  private @Nullable String fromNow;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description =
          "When the drain must end: the next 18:00 in this command's time zone, or a date and time"
              + " such as 2026-01-31T18:00, or with a zone 2026-01-31T17:00:00Z.")
  private @Nullable String until;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, recorded in the journal.")
  private @Nullable String reason;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
    ObjectNode wish = wish(now);
    AdminClient client = rm.client();
    String id = NodeName.idOf(client, node);
    String path = "/api/v1/nodes/" + AdminClient.segment(id) + "/timeout";
    JsonNode answer =
        confirm.carryOut(wish, "", body -> client.send(AdminRequest.change("PUT", path, body)));
    if (rm.json()) {
      rm.print(answer);
    } else if (answer.hasNonNull("operationId")) {
      String operation = NodeText.text(answer.path("operationId"));
      rm.println(
          "Accepted as operation %s; %s has not applied it yet. Look with: ebb operations %s%s"
              .formatted(operation, id, operation, rm.sameRm()));
    } else {
      rm.println(id + " " + standing(answer) + inZone(now));
    }
    return ExitCode.OK;
  }

  private ObjectNode wish(ZonedDateTime now) {
    if (Stream.of(time, fromNow, until).filter(each -> each != null).count() != 1) {
      throw wrong("Expected one of TIME, --from-now and --until");
    }
    ObjectNode wish = Json.object();
    try {
      if (fromNow != null) {
        wish.put("fromNowSecs", TimeoutText.length(fromNow));
      } else if (until != null) {
        wish.put("deadline", ClockText.instant(until, now).toString());
      } else if (time != null && time.startsWith("+")) {
        wish.put("longerBySecs", TimeoutText.length(time.substring(1)));
      } else if (time != null) {
        wish.put("timeoutSecs", TimeoutText.timeout(time));
      }
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    return reason == null ? wish : wish.put("reason", reason);
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static String standing(JsonNode node) {
    JsonNode drain = node.path("drain");
    return drain.isObject()
        ? "has a timeout of %s from %s; its deadline is %s"
            .formatted(
                Labels.timeoutOf(drain),
                Labels.source(drain.path("timeoutSource")),
                Labels.deadline(drain))
        : "is " + NodeText.text(node.path("state"));
  }

  /** Names the time zone, without which a time of day is ambiguous. */
  private String inZone(ZonedDateTime now) {
    return until == null
        ? ""
        : "; --until is "
            + ClockText.instant(until, now).atZone(now.getZone()).toLocalDateTime()
            + " in "
            + now.getZone().getId();
  }
}
