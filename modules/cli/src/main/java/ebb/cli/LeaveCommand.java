package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.client.Refusal;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ebb leave}. */
@Command(
    name = "leave",
    description = {
      "Make an instance hand leadership and nodes over to the others, and end its process.",
      "",
      "The process exits with code 0. No deadline moves and no container is lost. The command"
          + " waits until the instance has left and another one leads. If sent to the loopback"
          + " address of the instance itself, it also waits until the process has exited."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class LeaveCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The tolerance for start times, which the system counts in ticks from its own start. */
  private static final Duration SAME = Duration.ofSeconds(1);

  private static final Duration INTERVAL = Duration.ofMillis(500);

  @Mixin private RmOptions rm = new RmOptions();

  @Option(
      names = "--instance",
      paramLabel = "NAME",
      description = "Name of the instance (default: the instance that --rm addresses).")
  private @Nullable String instance;

  @Option(names = "--force", description = "Leave even if no instance could lead afterwards.")
  private boolean force;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, recorded in the log.")
  private @Nullable String reason;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (instance == null && rm.hasSeveral()) {
      throw new ParameterException(
          spec.commandLine(), "With several addresses, name the instance: --instance");
    }
    AdminClient client = rm.client();
    JsonNode begun = client.send(AdminRequest.change("POST", "/api/v1/leave", body()));
    String name = begun.path("instance").asText();
    if (!rm.json()) {
      rm.println(
          begun.hasNonNull("leader")
              ? name + " leaves; " + begun.path("leader").asText() + " leads afterwards."
              : name + " leaves; no instance leads afterwards.");
      rm.flush();
    }
    return awaitEnd(client, name, begun);
  }

  private ObjectNode body() {
    ObjectNode body = Json.object();
    if (instance != null) {
      body.put("instance", instance);
    }
    if (force) {
      body.put("force", true);
    }
    if (reason != null) {
      body.put("reason", reason);
    }
    return body;
  }

  private int awaitEnd(AdminClient client, String name, JsonNode begun) {
    boolean followed = begun.hasNonNull("leader");
    // If the only known address is that of the leaving instance, the others cannot be reached.
    boolean alone = instance == null || !followed || begun.hasNonNull("process");
    // Looked up now, while the process runs: nothing can be found out about one that has ended.
    Optional<ProcessHandle> process = processOnThisHost(begun.path("process"));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - end < 0) {
      try {
        Members members = Members.of(client);
        Optional<String> leader = members.leader();
        if (members.hasLeft(name) && (leader.isPresent() || !followed)) {
          process.ifPresent(each -> awaitEnd(name, each, end));
          say(name, leader, " has left; " + leader.orElse("nobody") + " leads.");
          return ExitCode.OK;
        }
      } catch (CommandException e) {
        if (alone && !(e instanceof Refusal)) {
          process.ifPresent(each -> awaitEnd(name, each, end));
          say(
              name,
              Optional.ofNullable(begun.path("leader").textValue()),
              (process.isPresent()
                      ? " has ended."
                      : " no longer answers; its process may need a few seconds to exit.")
                  + (followed ? " 'ebb instances' with --rm of another one shows who leads." : ""));
          return ExitCode.OK;
        }
      }
      pause();
    }
    throw new CommandException(
        name + " was told to leave, but has not left within " + TimeText.of(PATIENCE),
        "check 'ebb instances' and its log");
  }

  private static void awaitEnd(String name, ProcessHandle process, long end) {
    while (process.isAlive()) {
      if (System.nanoTime() - end > 0) {
        throw new CommandException(
            name + " has left, and its process, " + process.pid() + ", still runs",
            "look into its log");
      }
      pause();
    }
  }

  /**
   * The instance's process; empty if it is not visible from here, such as on another host or in a
   * container.
   */
  private Optional<ProcessHandle> processOnThisHost(JsonNode process) {
    if (!rm.isLocal() || !process.hasNonNull("startedAt")) {
      return Optional.empty();
    }
    Instant startedAt = Instant.parse(process.path("startedAt").asText());
    return ProcessHandle.of(process.path("pid").asLong())
        .filter(
            handle ->
                handle
                    .info()
                    .startInstant()
                    .filter(at -> Duration.between(at, startedAt).abs().compareTo(SAME) < 0)
                    .isPresent());
  }

  private void say(String name, Optional<String> leader, String words) {
    if (rm.json()) {
      rm.print(Json.object().put("instance", name).put("leader", leader.orElse(null)));
    } else {
      rm.println(name + words);
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(INTERVAL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted", "the instance leaves nevertheless", e);
    }
  }
}
