package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.Callable;
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
      "Give the drain of a node another timeout, counted from the start of the drain.",
      "",
      "It holds until the node is recommissioned, or a refresh names a timeout itself. Whose drain"
          + " it is does not change."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class TimeoutCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Parameters(index = "0", paramLabel = "NODE", description = "The node's id, HOST:PORT.")
  private String nodeId = "";

  @Parameters(
      index = "1",
      paramLabel = "TIME",
      description =
          "How long the drain may take in all, as in 90s, 30m or 1h30m; 0 ends it at once, -1 is"
              + " infinite.")
  private String time = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; goes into the journal.")
  private @Nullable String reason;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    ObjectNode body = Json.object().put("timeoutSecs", seconds());
    if (reason != null) {
      body.put("reason", reason);
    }
    JsonNode node =
        rm.client()
            .send(
                AdminRequest.put(
                    "/api/v1/nodes/" + AdminClient.segment(nodeId) + "/timeout", body));
    if (rm.json()) {
      rm.print(node);
    } else {
      rm.println(nodeId + " " + standing(node));
    }
    return ExitCode.OK;
  }

  private int seconds() {
    try {
      return TimeoutText.lengthOrSeconds(time);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private static String standing(JsonNode node) {
    JsonNode drain = node.path("drain");
    return drain.isObject()
        ? "drains with a timeout from %s; %s"
            .formatted(Words.source(drain.path("timeoutSource")), limits(drain))
        : "is " + NodeText.text(node.path("state"));
  }

  private static String limits(JsonNode drain) {
    return drain.hasNonNull("deadline")
        ? "it is %s, and the deadline %s"
            .formatted(Words.timeout(drain.path("timeoutSeconds")), Words.deadline(drain))
        : "it is " + Words.INFINITE;
  }
}
