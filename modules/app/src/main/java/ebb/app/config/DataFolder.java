package ebb.app.config;

import ebb.cli.client.CommandException;
import ebb.journal.database.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder for everything that the process writes; one for each instance.
 *
 * @param root absolute
 */
public record DataFolder(Path root) {
  /** What Ebb and Hadoop create in the folder, which may also contain other things. */
  private static final Set<String> CONTENT =
      Set.of("journal", "logs", "tmp", "applications", "node-labels", "node-attributes");

  /**
   * Creates the folder and the subfolders that belong in it.
   *
   * @throws CommandException if that is not possible
   */
  public static DataFolder at(Path root) {
    DataFolder folder = named(root);
    try {
      OwnerOnly.folder(folder.journal());
      OwnerOnly.folder(folder.logs());
      OwnerOnly.folder(folder.temporary());
    } catch (IOException e) {
      throw new CommandException(
          "cannot write to the data folder " + folder.root + " (" + e + ")",
          "name another with --data",
          e);
    }
    return folder;
  }

  /**
   * Removes the permissions of other users, and logs what it changes. The log must be set up
   * before.
   */
  public void closeToOthers() {
    Logger log = LoggerFactory.getLogger(DataFolder.class);
    OwnerOnly.narrow(root, CONTENT::contains).forEach(log::warn);
  }

  /** The folder at this path; nothing is created. */
  public static DataFolder named(Path root) {
    return new DataFolder(root.toAbsolutePath().normalize());
  }

  /** The database of the journal. */
  Path journal() {
    return root.resolve("journal");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  /** Hadoop and Jetty unpack into it. */
  Path temporary() {
    return root.resolve("tmp");
  }
}
