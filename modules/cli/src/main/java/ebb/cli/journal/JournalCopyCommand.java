package ebb.cli.journal;

import ebb.cli.options.JournalLocator;
import ebb.cli.options.JsonOption;
import ebb.journal.maintenance.JournalCheck;
import ebb.journal.maintenance.JournalCopy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ebb journal copy}. */
@Command(
    name = "copy",
    description = {
      "Copy a journal from a file to a PostgreSQL database, or back, and check the copy.",
      "",
      "Stop all instances first. The target must not hold a journal; an interrupted copy leaves"
          + " none there. The copy is the same journal: drains, lists, operations, history and"
          + " Hadoop's applications continue. The source does not change; do not start an instance"
          + " on it again."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class JournalCopyCommand implements Runnable {
  @Option(
      names = "--from",
      paramLabel = "PLACE",
      required = true,
      description = "Folder of a journal, or jdbc:postgresql://…, as for 'ebb journal check'.")
  private String from = "";

  @Option(
      names = "--to",
      paramLabel = "PLACE",
      required = true,
      description = "Folder without a journal, or an empty database.")
  private String to = "";

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public void run() {
    JournalCheck copy =
        JournalCommand.attempt(
            () -> JournalCopy.copy(JournalLocator.of(from), JournalLocator.of(to)));
    json.say("Copied to " + JournalCheckCommand.text(copy), JournalCheckCommand.fields(copy));
  }
}
