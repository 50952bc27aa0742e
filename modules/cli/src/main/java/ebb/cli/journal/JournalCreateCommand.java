package ebb.cli.journal;

import ebb.cli.options.JournalOption;
import ebb.cli.options.JsonOption;
import ebb.journal.JournalCreation;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb journal create}. */
@Command(
    name = "create",
    description = {
      "Create an empty journal, once for a new cluster, before its instances start.",
      "",
      "Fails if a journal already exists. A single instance does the same with 'ebb start"
          + " --new-journal'."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class JournalCreateCommand implements Runnable {
  @Mixin private JournalOption journal = new JournalOption();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public void run() {
    String place = JournalCommand.attempt(() -> JournalCreation.create(journal.place()));
    json.say("Created an empty journal at " + place, Map.of("journal", place));
  }
}
