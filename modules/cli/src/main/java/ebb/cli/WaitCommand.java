package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.client.NodeName;
import ebb.cli.client.Refusal;
import ebb.cli.hosts.Hosts;
import ebb.cli.hosts.Selection;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.TimeText;
import ebb.cli.watch.OperationView;
import ebb.cli.watch.Unavailability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ebb wait}, for scripts. */
@Command(
    name = "wait",
    description = {
      "Wait until hosts can be powered off, have drained, or are back in service.",
      "",
      "The command changes nothing, and prints a line for each change of a host. The exit code is"
          + " 5 if --timeout expires first, and 3 if a node of the operation that should have left"
          + " is in service."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class WaitCommand implements Callable<Integer> {
  /** What to wait for. */
  enum Goal {
    /** Safe to switch off. */
    OUT,
    /** Nothing is left to wait for on any node of the host. */
    DRAINED,
    /** In service. */
    BACK;

    boolean isReached(JsonNode host) {
      String state = host.path("state").asText();
      return switch (this) {
        case OUT -> state.equals("out");
        case DRAINED -> isDrained(host);
        case BACK -> isBack(host);
      };
    }

    private static boolean isBack(JsonNode host) {
      for (JsonNode node : host.path("nodes")) {
        if (!node.path("state").asText().equals("in-service")) {
          return false;
        }
      }
      return !host.path("nodes").isEmpty();
    }

    private static boolean isDrained(JsonNode host) {
      for (JsonNode node : host.path("nodes")) {
        boolean hasLeft =
            Set.of("DECOMMISSIONED", "LOST", "SHUTDOWN").contains(node.path("nodeState").asText());
        if (!hasLeft && !node.path("status").asText().equals("READY")) {
          return false;
        }
      }
      return !host.path("nodes").isEmpty();
    }
  }

  @Mixin private RmOptions rm = new RmOptions();

  @Mixin private Selection selection = new Selection();

  @Parameters(
      paramLabel = "HOST|OPERATION",
      arity = "0..*",
      description =
          "Hosts, by name or address, also with wildcards and ranges; or the id of one operation,"
              + " for all of its nodes.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--for",
      paramLabel = "GOAL",
      defaultValue = "out",
      description =
          "out: safe to power off (default). drained: nothing is left to wait for. back: in"
              + " service again.")
  private Goal goal = Goal.OUT;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Longest time to wait, as in 30m; without it there is no limit.")
  private @Nullable String timeout;

  @Option(
      names = "--interval",
      paramLabel = "MILLIS",
      defaultValue = "2000",
      description = "Milliseconds between two requests (default: 2000).")
  private int interval = 2000;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> told = new LinkedHashMap<>();
  private Optional<String> operation = Optional.empty();

  @Override
  public Integer call() {
    long began = System.nanoTime();
    Optional<Duration> limit = limit();
    AdminClient client = rm.client();
    Unavailability outage = new Unavailability(rm::note, "retrying");
    // Later, missing answers are tolerated. At the beginning, they mean that the address is wrong.
    Set<String> hosts = hosts(client);
    List<String> open = List.copyOf(hosts);
    while (true) {
      try {
        if (isCalledOff(client)) {
          rm.note("a node of the operation is in service again");
          return ExitCode.NOT_AS_ASKED;
        }
        // Checks all hosts each time: one that was out may have come back.
        open = hosts.stream().filter(host -> !goal.isReached(read(client, host))).toList();
        outage.answered();
      } catch (CommandException e) {
        outage.noAnswer(e);
      }
      if (open.isEmpty()) {
        return ExitCode.OK;
      }
      Duration waited = Duration.ofNanos(System.nanoTime() - began);
      if (limit.filter(most -> waited.compareTo(most) >= 0).isPresent()) {
        rm.note(
            "gave up after "
                + TimeText.of(waited)
                + ", still waiting for "
                + String.join(", ", open));
        return ExitCode.TIMED_OUT;
      }
      pause(limit.map(most -> most.minus(waited)));
    }
  }

  private Optional<Duration> limit() {
    try {
      return Optional.ofNullable(timeout).map(TimeText::parse);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Set<String> hosts(AdminClient client) {
    Set<String> hosts = Hosts.checked(selection.resolve(names, rm), spec);
    List<String> unknown =
        hosts.stream().filter(host -> get(client, host).path("nodes").isEmpty()).toList();
    if (unknown.isEmpty() || (goal == Goal.BACK && hosts.size() > 1)) {
      return hosts;
    } else if (hosts.size() > 1) {
      throw new CommandException(
          "no node of " + String.join(", ", unknown) + " is known", "see 'ebb nodes'");
    }
    return hostsOfOperation(client, unknown.get(0));
  }

  private Set<String> hostsOfOperation(AdminClient client, String id) {
    OperationView found;
    try {
      found = OperationView.of(client, id);
    } catch (Refusal e) {
      if (e.status() != 404) {
        throw e;
      }
      throw new CommandException(
          "no host with a node and no operation is named " + id,
          "see 'ebb nodes' and 'ebb operations'",
          e);
    }
    operation = Optional.of(id);
    Set<String> hosts = new LinkedHashSet<>();
    found.decisions().stream()
        .filter(each -> goal == Goal.BACK || !isRecommission(each))
        .forEach(each -> hosts.add(NodeName.hostOf(each.path("nodeId").asText())));
    return hosts;
  }

  private static boolean isRecommission(JsonNode decision) {
    return decision.path("action").asText().equals("RECOMMISSION");
  }

  private boolean isCalledOff(AdminClient client) {
    return goal != Goal.BACK
        && operation
            .map(id -> OperationView.of(client, id).exitCode() == ExitCode.NOT_AS_ASKED)
            .orElse(false);
  }

  private static JsonNode get(AdminClient client, String host) {
    return client.get("/api/v1/hosts/" + AdminClient.segment(host));
  }

  private JsonNode read(AdminClient client, String host) {
    JsonNode now = get(client, host);
    String state = now.path("state").asText();
    if (!state.equals(told.put(host, state))) {
      if (rm.json()) {
        rm.draw(Json.compact(now));
      } else {
        rm.println(host + " is " + state + ": " + now.path("why").asText());
      }
      rm.flush();
    }
    return now;
  }

  private void pause(Optional<Duration> left) {
    long most = left.map(Duration::toMillis).orElse(Long.MAX_VALUE);
    try {
      TimeUnit.MILLISECONDS.sleep(Math.max(1, Math.min(interval, most)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted", "nothing was changed", e);
    }
  }
}
