package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.Json;
import ebb.cli.options.Confirm;
import ebb.cli.options.DetachNotice;
import ebb.cli.options.PlanOptions;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.TimeoutText;
import ebb.cli.watch.RefreshOutput;
import ebb.cli.watch.WatchOptions;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ebb refresh-nodes}: YARN's command, with the rules of YARN's documentation. */
@Command(
    name = "refresh-nodes",
    description = {
      "Read the include and exclude lists again and put them in force.",
      "",
      "Without -g, excluded nodes leave immediately. With -g they drain: they get no new work, and"
          + " leave when their work is done or their timeout expires. Draining nodes that are no"
          + " longer excluded return to service.",
      "",
      "With -client, the command waits until the operation is complete, and shows its progress."
          + " The time after -g then applies to every node, whatever its list entry says. The"
          + " ResourceManager keeps the deadlines, so nothing changes if this command is"
          + " interrupted or killed. With -server, or without either option, the command ends as"
          + " soon as the refresh is accepted.",
      "",
      "The command asks for confirmation if more than 10 %% of the cluster would leave, or if any"
          + " node would leave immediately."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class RefreshNodesCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Mixin private WatchOptions watch = new WatchOptions();

  @Mixin private Confirm confirm = new Confirm();

  @Mixin private PlanOptions planned = new PlanOptions();

  @Option(
      names = {"-g", "-graceful"},
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "SECONDS",
      description =
          "Drain for at most this number of seconds: 0 to 2147483647, or -1 for infinite. Without"
              + " a number, the configured default applies.")
  private @Nullable String graceful;

  @Option(names = "-client", description = "With -g: wait and show progress.")
  private boolean client;

  @Option(names = "-server", description = "With -g: end once the refresh is accepted.")
  private boolean server;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, recorded in the journal.")
  private @Nullable String reason;

  @Option(
      names = "--accept-older",
      description =
          "Accept lists that Ebb has already superseded; otherwise it rejects them as a stale"
              + " copy.")
  private boolean acceptOlder;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description =
          "For scripts that retry: the ResourceManager carries out requests with the same key"
              + " only once (default: a new key each time).")
  private String key = UUID.randomUUID().toString();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionalInt timeout = checked();
    AdminClient admin = rm.client();
    ObjectNode body = body(timeout);
    return planned.isDryRun() || planned.isApplied()
        ? refresh(admin, body)
        : confirm.carryOut(body, "", each -> refresh(admin, each));
  }

  private int refresh(AdminClient admin, ObjectNode body) {
    try (DetachNotice goesOn = DetachNotice.whileAsking(rm)) {
      JsonNode answer = admin.send(AdminRequest.once("POST", "/api/v1/refresh", body, key));
      boolean follows = client && !planned.isDryRun() && answer.path("decisions").size() > 0;
      if (!follows || !rm.json()) {
        RefreshOutput.print(answer, rm);
      }
      if (!follows) {
        return ExitCode.OK;
      }
      String id = answer.path("operationId").asText();
      goesOn.named(id, rm);
      String why = "the time of operation " + id + " is over";
      return watch.follow(admin, id, rm, Optional.of(why)).exitCode();
    }
  }

  /** Checks the options by YARN's grammar, and rejects mistakes that YARN accepts. */
  private OptionalInt checked() {
    if (client && server) {
      throw wrong("-client and -server exclude each other");
    } else if (graceful == null && (client || server)) {
      throw wrong((client ? "-client" : "-server") + " needs -g");
    } else if (graceful == null || graceful.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(TimeoutText.seconds(graceful));
    } catch (IllegalArgumentException e) {
      throw wrong("-g " + e.getMessage());
    }
  }

  private ObjectNode body(OptionalInt timeout) {
    ObjectNode body = Json.object().put("type", graceful == null ? "NORMAL" : "GRACEFUL");
    timeout.ifPresent(seconds -> body.put("timeoutSecs", seconds));
    if (graceful != null) {
      body.put("tracking", client ? "CLIENT" : "SERVER");
    }
    if (reason != null) {
      body.put("reason", reason);
    }
    planned.addTo(body);
    if (acceptOlder) {
      body.put("acceptOlder", true);
    }
    return body;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
