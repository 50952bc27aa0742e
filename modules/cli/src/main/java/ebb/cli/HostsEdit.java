package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code drain} and {@code recommission} have in common: edit, refresh, and maybe watch. */
final class HostsEdit {
  @Mixin private RmOptions rm = new RmOptions();

  @Mixin private WatchOptions watchOptions = new WatchOptions();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; goes into the journal.")
  private @Nullable String reason;

  @Option(names = "--watch", description = "Wait until it is over and show how it goes on.")
  private boolean watch;

  /**
   * @return the exit code
   */
  int carryOut(ObjectNode edit) {
    AdminClient client = rm.client();
    if (reason != null) {
      edit.put("reason", reason);
    }
    JsonNode before = new ExcludeFile(client).edit(edit);
    if (before.path("files").path("differs").asBoolean()) {
      rm.note(
          "note: the files had been edited before and were not in force; this refresh puts that in"
              + " force, too");
    }
    try (GoesOn goesOn = GoesOn.whileAsking(rm)) {
      JsonNode answer = refresh(client);
      boolean follows = watch && answer.path("decisions").size() > 0;
      if (!follows || !rm.json()) {
        RefreshOutput.print(answer, rm);
      }
      if (!follows) {
        return ExitCode.OK;
      }
      String id = answer.path("operationId").asText();
      goesOn.named(id, rm);
      return watchOptions.follow(client, id, rm, Optional.empty()).exitCode();
    }
  }

  private JsonNode refresh(AdminClient client) {
    ObjectNode body =
        Json.object()
            .put("type", "GRACEFUL")
            .put("tracking", "SERVER")
            // The file was edited where it is read, so it is no stale copy.
            .put("acceptOlder", true)
            // Drains of hosts that are not named here are somebody else's.
            .put("keepTimeouts", true);
    if (reason != null) {
      body.put("reason", reason);
    }
    try {
      return client.send(
          AdminRequest.once("POST", "/api/v1/refresh", body, UUID.randomUUID().toString()));
    } catch (CommandException e) {
      rm.note(
          "note: the exclude file is edited, but not in force; 'ebb refresh-nodes -g' does that");
      throw e;
    }
  }
}
