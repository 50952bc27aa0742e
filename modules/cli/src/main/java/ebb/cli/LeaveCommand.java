package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
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
      "Have an instance hand leadership and nodes over to the others and end its process.",
      "",
      "Its process ends with exit code 0. No deadline moves and no container is lost. The command"
          + " waits until the instance has left and another one leads."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class LeaveCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration INTERVAL = Duration.ofMillis(500);

  @Mixin private RmOptions rm = new RmOptions();

  @Option(
      names = "--instance",
      paramLabel = "NAME",
      description = "Which one, by its ebb.instance (default: the one at the address).")
  private @Nullable String instance;

  @Option(names = "--force", description = "Leave though nobody could lead afterwards.")
  private boolean force;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; goes into the log.")
  private @Nullable String reason;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (instance == null && rm.hasSeveral()) {
      throw new ParameterException(
          spec.commandLine(), "Of several addresses none is meant; name the instance: --instance");
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
    // Whoever knows one address only, that of the instance itself, cannot ask the others.
    boolean alone = instance == null || !followed;
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - end < 0) {
      try {
        Members members = Members.of(client);
        Optional<String> leader = members.leader();
        if (members.hasLeft(name) && (leader.isPresent() || !followed)) {
          say(name, leader, " has left; " + leader.orElse("nobody") + " leads.");
          return ExitCode.OK;
        }
      } catch (CommandException e) {
        if (alone && !(e instanceof Refusal)) {
          say(
              name,
              Optional.ofNullable(begun.path("leader").textValue()),
              followed
                  ? " answers no more; 'ebb instances' with --rm of another one shows who leads."
                  : " answers no more.");
          return ExitCode.OK;
        }
      }
      pause();
    }
    throw new CommandException(
        name + " has been told, and has not left within " + TimeText.of(PATIENCE),
        "look with 'ebb instances', and into its log");
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
