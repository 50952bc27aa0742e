package ebb.cli.drain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.Json;
import ebb.cli.hosts.NodeFilter;
import ebb.cli.options.Confirm;
import ebb.cli.options.PlanOptions;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Table;
import ebb.cli.text.ClockText;
import ebb.cli.text.NodeText;
import ebb.cli.text.TimeoutText;
import ebb.cli.watch.RefreshOutput;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb scale-in}. */
@Command(
    name = "scale-in",
    description = {
      "Choose the hosts whose drain costs least, and drain them.",
      "",
      "Idle hosts come first, then hosts without an application master, then hosts with the"
          + " fewest masters and containers. The chosen hosts never exceed the amount."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class ScaleInCommand implements Callable<Integer> {
  private static final Pattern MEMORY =
      Pattern.compile("([0-9]{1,9})([MGT])", Pattern.CASE_INSENSITIVE);

  @Mixin private RmOptions rm = new RmOptions();

  @ArgGroup(multiplicity = "1")
  private Amount amount = new Amount();

  @Mixin private NodeFilter filter = new NodeFilter();

  @Parameters(
      paramLabel = "HOST",
      arity = "0..*",
      description =
          "Only these hosts, also with wildcards and ranges, as in nm[001-120].example.com.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description =
          "How long the drains may take, as in 90s, 30m or 1h30m; infinite, or -1. Without it,"
              + " the configured default applies.")
  private @Nullable String timeout;

  @Option(
      names = "--by",
      paramLabel = "TIME",
      description = "When the drains must end at the latest, as in 18:00 or 2026-01-31T18:00.")
  private @Nullable String by;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, recorded in the journal.")
  private @Nullable String reason;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description =
          "For scripts that retry: requests with the same key get the same hosts (default: a new"
              + " key each time).")
  private @Nullable String key;

  @Mixin private PlanOptions planned = new PlanOptions();

  @Mixin private Confirm confirm = new Confirm();

  @Spec private CommandSpec spec = CommandSpec.create();

  private static final class Amount {
    @Option(
        names = "--nodes",
        paramLabel = "N",
        description = "Number of nodes to take out of service.")
    private @Nullable Long nodes;

    @Option(
        names = "--memory",
        paramLabel = "SIZE",
        description = "Memory to take out of service, at most, as in 200G.")
    private @Nullable String memory;

    @Option(
        names = "--cores",
        paramLabel = "N",
        description = "Number of vcores to take out of service, at most.")
    private @Nullable Long cores;
  }

  @Override
  public Integer call() {
    ObjectNode body = planned.addTo(body());
    String once = key == null ? UUID.randomUUID().toString() : key;
    JsonNode answer;
    if (planned.isDryRun() || planned.isApplied()) {
      answer = send(body, once);
    } else {
      answer = confirm.carryOut(body, "", wanted -> send(wanted, once));
    }
    if (!rm.json()) {
      show(answer);
    }
    RefreshOutput.print(answer, rm);
    return ExitCode.OK;
  }

  private JsonNode send(ObjectNode body, String once) {
    return rm.client().send(AdminRequest.once("POST", "/api/v1/scale-in", body, once));
  }

  private ObjectNode body() {
    ObjectNode body = Json.object();
    if (amount.nodes != null) {
      body.put("nodes", atLeastOne("--nodes", amount.nodes));
    } else if (amount.cores != null) {
      body.put("vcores", atLeastOne("--cores", amount.cores));
    } else if (amount.memory != null) {
      body.put("memoryMb", atLeastOne("--memory", megabytes(amount.memory)));
    }
    if (!hosts.isEmpty()) {
      ArrayNode names = body.putArray("hosts");
      hosts.forEach(names::add);
    }
    filter.addTo(body);
    addTime(body);
    if (reason != null) {
      body.put("reason", reason);
    }
    return body;
  }

  private long atLeastOne(String option, long value) {
    if (value < 1) {
      throw wrong(option + " " + value + ": at least 1 is expected");
    }
    return value;
  }

  private long megabytes(String size) {
    Matcher matcher = MEMORY.matcher(size);
    if (!matcher.matches()) {
      throw wrong("--memory '" + size + "' is not a size such as 512M, 200G or 2T");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
      case "T" -> number << 20;
      case "G" -> number << 10;
      default -> number;
    };
  }

  private void addTime(ObjectNode body) {
    if (timeout != null && by != null) {
      throw wrong("--timeout and --by exclude each other");
    }
    try {
      if (timeout != null) {
        body.put("timeoutSecs", TimeoutText.timeout(timeout));
      } else if (by != null) {
        ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
        body.put("by", ClockText.instant(by, now).toString());
      }
    } catch (IllegalArgumentException e) {
      throw wrong((timeout != null ? "--timeout " : "--by ") + e.getMessage());
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void show(JsonNode answer) {
    if (answer.path("repeated").asBoolean()) {
      rm.note("note: an earlier request with this key chose the hosts; no others were chosen");
      return;
    }
    Table table = new Table("HOST", "MEMORY", "CORES", "WHY");
    for (JsonNode host : answer.path("hosts")) {
      table.row(
          NodeText.text(host.path("host")),
          NodeText.text(host.path("memoryMb")) + " MB",
          NodeText.text(host.path("vcores")),
          NodeText.text(host.path("why")));
    }
    rm.print(table);
    rm.println("");
  }
}
