package ebb.cli.drain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.Json;
import ebb.cli.queue.PaceOptions;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code ebb cordon}. */
@Command(
    name = "cordon",
    description = {
      "Take hosts out of scheduling, but keep their NodeManagers running until 'ebb uncordon'.",
      "",
      "The same as 'ebb drain --hold': in YARN's terms, the nodes stay DECOMMISSIONING without a"
          + " deadline. Running work continues."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class CordonCommand extends HostsToDrain {
  static final ObjectNode HOLD = Json.object().put("hold", true);

  @Override
  ObjectNode timeout(CommandSpec command) {
    return HOLD;
  }

  @Override
  Optional<PaceOptions> pace() {
    return Optional.empty();
  }
}
