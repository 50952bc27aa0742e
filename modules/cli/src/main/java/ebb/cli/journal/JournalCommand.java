package ebb.cli.journal;

import ebb.cli.client.CommandException;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import ebb.journal.event.ReplayException;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ebb journal}. */
@Command(
    name = "journal",
    description = "Create, check, copy, replace or rebuild a journal.",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    subcommands = {
      JournalCheckCommand.class,
      JournalBackupCommand.class,
      JournalRestoreCommand.class,
      JournalCopyCommand.class,
      JournalCreateCommand.class,
      JournalRebuildCommand.class
    })
public final class JournalCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Expected a command, but got none");
  }

  private static String nextAfter(JournalException e) {
    return e instanceof JournalInUseException
        ? "stop its ResourceManager first"
        : "nothing was changed; look at that place";
  }

  /**
   * @throws CommandException with a one-line message, if the work fails
   */
  static <T> T attempt(Supplier<T> work) {
    try {
      return work.get();
    } catch (ReplayException e) {
      throw new CommandException(
          "The journal is damaged: " + e.getMessage(), "restore a backup of it", e);
    } catch (JournalException e) {
      throw e.advice().isPresent()
          ? new CommandException(String.valueOf(e.getMessage()), e)
          : new CommandException(String.valueOf(e.getMessage()), nextAfter(e), e);
    }
  }
}
