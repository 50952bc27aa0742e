package ebb.cli.drain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.Json;
import ebb.cli.queue.PaceOptions;
import ebb.cli.text.TimeoutText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code ebb drain}. */
@Command(
    name = "drain",
    description = {
      "Take hosts out of service gracefully: write them into the exclude file and refresh.",
      "",
      "Ebb edits the file on the ResourceManager's host, and keeps its comments and order. The"
          + " hosts stay out of service until 'ebb recommission' removes them from the file.",
      "",
      "The command asks for confirmation if more than 10 %% of the cluster would leave, or if any"
          + " node would leave immediately."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class DrainCommand extends HostsToDrain {
  @Mixin private PaceOptions pace = new PaceOptions();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description =
          "How long the drains may take, as in 90s, 30m or 1h30m; infinite, or -1. Without it,"
              + " the configured default applies.")
  private @Nullable String timeout;

  @Option(
      names = "--hold",
      description =
          "Keep the NodeManagers running, without a deadline, even when nothing is left to wait"
              + " for. To release the hosts, drain them without --hold, or recommission them.")
  private boolean hold;

  @Override
  ObjectNode timeout(CommandSpec command) {
    if (timeout == null) {
      return hold ? CordonCommand.HOLD : Json.object();
    } else if (hold) {
      throw new ParameterException(command.commandLine(), "--hold has no --timeout");
    }
    try {
      return Json.object().put("timeoutSecs", TimeoutText.timeout(timeout));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--timeout " + e.getMessage());
    }
  }

  @Override
  Optional<PaceOptions> pace() {
    return Optional.of(pace).filter(PaceOptions::areGiven);
  }
}
