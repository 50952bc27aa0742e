package ebb.cli.options;

import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that names the journal for a command. */
public final class JournalOption {
  @Option(
      names = "--journal",
      paramLabel = "PLACE",
      required = true,
      description =
          "Folder of a journal, as in data/journal, or the file in it; or"
              + " jdbc:postgresql://HOST:PORT/DATABASE with EBB_JOURNAL_USER, and"
              + " EBB_JOURNAL_PASSWORD_FILE or EBB_JOURNAL_PASSWORD, in the environment.")
  private String place = "";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** The journal's folder or URL. */
  public String place() {
    return JournalLocator.of(place);
  }

  /**
   * @throws ParameterException if the journal is in a database
   */
  public Path folder() {
    if (place.startsWith("jdbc:")) {
      throw new ParameterException(
          spec.commandLine(),
          "Expected the folder of an SQLite journal; to copy a PostgreSQL database, use"
              + " pg_dump and pg_restore");
    }
    return Path.of(place());
  }
}
