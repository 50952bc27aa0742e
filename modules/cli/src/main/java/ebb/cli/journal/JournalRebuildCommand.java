package ebb.cli.journal;

import ebb.cli.options.JournalOption;
import ebb.cli.options.JsonOption;
import ebb.journal.replay.NodeStateProjection;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb journal rebuild}. */
@Command(
    name = "rebuild",
    description = {
      "Compute the stored states of nodes again from the events, even while an instance runs.",
      "",
      "The ResourceManager stores them to answer queries about the past quickly. It computes"
          + " missing ones itself, and nothing else depends on them."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class JournalRebuildCommand implements Runnable {
  @Mixin private JournalOption journal = new JournalOption();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public void run() {
    String place = journal.place();
    int stored = JournalCommand.attempt(() -> NodeStateProjection.rebuild(place));
    json.say(
        "Stored %d states of nodes in %s".formatted(stored, place),
        Map.of("journal", place, "states", stored));
  }
}
