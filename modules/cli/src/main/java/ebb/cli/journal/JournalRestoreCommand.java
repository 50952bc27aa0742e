package ebb.cli.journal;

import ebb.cli.options.JournalOption;
import ebb.cli.options.JsonOption;
import ebb.journal.maintenance.JournalBackup;
import ebb.journal.maintenance.JournalBackup.Restored;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ebb journal restore}. */
@Command(
    name = "restore",
    description = {
      "Replace the journal of a stopped ResourceManager with a copy.",
      "",
      "The command checks the copy first, and keeps the replaced files in a folder beside it. It"
          + " prints what the journal had acknowledged and the copy lacks, as far as that is known."
          + " With PostgreSQL use pg_restore."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class JournalRestoreCommand implements Runnable {
  @Mixin private JournalOption journal = new JournalOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "A copy, as 'ebb journal backup' makes it.")
  private @Nullable Path file;

  @Override
  public void run() {
    Path folder = journal.folder();
    Restored restored =
        JournalCommand.attempt(
            () -> JournalBackup.restore(JournalBackupCommand.requireGiven(file), folder));
    Map<String, Object> fields = JournalCheckCommand.fields(restored.journal());
    restored.lost().ifPresent(lost -> fields.put("lost", lost));
    restored.replaced().ifPresent(kept -> fields.put("replaced", kept.toString()));
    json.say(lines(restored), fields);
  }

  private static List<String> lines(Restored restored) {
    List<String> lines = new ArrayList<>();
    lines.add("Restored " + JournalCheckCommand.text(restored.journal()));
    restored.replaced().ifPresent(kept -> lines.add("The replaced files are in " + kept));
    restored.lost().ifPresent(lost -> lines.add("Lost: " + lost));
    return lines;
  }
}
