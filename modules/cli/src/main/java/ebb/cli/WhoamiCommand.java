package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.NodeText;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb whoami}. */
@Command(name = "whoami", description = "Show who you are to the admin API, and what you may do.")
final class WhoamiCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Override
  public Integer call() {
    JsonNode caller = rm.client().get("/api/v1/whoami");
    if (rm.json()) {
      rm.print(caller);
      return ExitCode.OK;
    }
    rm.println(
        "%s, role %s, %s"
            .formatted(
                NodeText.text(caller.path("name")),
                NodeText.text(caller.path("role")).toLowerCase(Locale.ROOT),
                how(caller)));
    rm.println("May " + allowed(caller));
    return ExitCode.OK;
  }

  private static String how(JsonNode caller) {
    String method = NodeText.text(caller.path("method")).toLowerCase(Locale.ROOT);
    return caller.path("verified").asBoolean() ? "verified by " + method : "not verified";
  }

  private static String allowed(JsonNode caller) {
    StringBuilder allowed = new StringBuilder("read");
    for (String each : NodeText.texts(caller.path("permissions"))) {
      allowed.append(", ").append(each.toLowerCase(Locale.ROOT));
    }
    if (caller.hasNonNull("scope")) {
      allowed.append("; changes only nodes of ").append(NodeText.text(caller.path("scope")));
    }
    return allowed.toString();
  }
}
