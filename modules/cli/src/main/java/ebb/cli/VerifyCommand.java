package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.CommandException;
import ebb.cli.journal.OfflineVerification;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;
import ebb.cli.text.NodeText;
import ebb.journal.maintenance.JournalAnchor;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ebb verify}. */
@Command(
    name = "verify",
    description = {
      "Verify that the events of the journal are as they were written, and print an anchor.",
      "",
      "Each event has a hash of itself and all earlier events of its node. If an event was"
          + " changed or removed, the command names the first one, and exits with code 1. Keep the"
          + " anchor elsewhere: with --expect, it later proves that no event up to it has been"
          + " changed or removed."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class VerifyCommand implements Callable<Integer> {
  @Mixin private RmOptions rm = new RmOptions();

  @Option(
      names = "--expect",
      paramLabel = "ANCHOR",
      description = "An anchor that this command has printed before.")
  private @Nullable String expected;

  @Option(
      names = "--journal",
      paramLabel = "PLACE",
      description = "Read a journal instead of a running instance, as in 'ebb nodes'.")
  private @Nullable String journal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Optional<JournalAnchor> anchor = anchor();
    JsonNode found =
        journal == null
            ? rm.client().get("/api/v1/verify" + anchor.map(each -> "?expect=" + each).orElse(""))
            : OfflineVerification.of(journal, anchor);
    if (rm.json()) {
      rm.print(found);
      return found.path("intact").asBoolean() ? ExitCode.OK : ExitCode.FAILURE;
    }
    if (!found.path("intact").asBoolean()) {
      throw new CommandException(
          "The journal is not as it was written: " + found.path("finding").asText(),
          "compare it with a backup, and find out who can write to it");
    }
    print(found, anchor);
    return ExitCode.OK;
  }

  private Optional<JournalAnchor> anchor() {
    try {
      return Optional.ofNullable(expected).map(JournalAnchor::parse);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--expect: " + e.getMessage(), e);
    }
  }

  private void print(JsonNode found, Optional<JournalAnchor> anchor) {
    rm.println(
        "No inconsistency found: %s of %s match their hashes"
            .formatted(
                NodeText.count(found.path("events").asInt(), "event"),
                NodeText.count(found.path("actors").asInt(), "actor")));
    anchor.ifPresent(
        each -> rm.println("The first " + each.events() + " are those of the expected anchor"));
    if (found.path("withoutHash").asLong() > 0) {
      rm.println(
          found.path("withoutHash").asLong()
              + " of them have no hash: only an anchor proves something of them");
    }
    rm.println("Anchor: " + found.path("anchor").asText());
  }
}
