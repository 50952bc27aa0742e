package ebb.cli.journal;

import ebb.cli.options.JournalOption;
import ebb.cli.options.JsonOption;
import ebb.journal.maintenance.JournalBackup;
import ebb.journal.maintenance.JournalCheck;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ebb journal backup}. */
@Command(
    name = "backup",
    description = {
      "Copy a journal to a file, even while an instance runs, and check the copy.",
      "",
      "The file gets its name when it is complete and synced to disk. With PostgreSQL use pg_dump."
    },
    descriptionHeading = "%n",
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class JournalBackupCommand implements Runnable {
  @Mixin private JournalOption journal = new JournalOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "The copy; the file must not exist yet.")
  private @Nullable Path file;

  @Override
  public void run() {
    Path folder = journal.folder();
    JournalCheck copy =
        JournalCommand.attempt(() -> JournalBackup.backUp(folder, requireGiven(file)));
    Map<String, Object> fields = JournalCheckCommand.fields(copy);
    json.say("Copied to " + JournalCheckCommand.text(copy), fields);
  }

  /** The file, which picocli has already required. */
  static Path requireGiven(@Nullable Path file) {
    if (file == null) {
      throw new IllegalStateException("no file");
    }
    return file;
  }
}
