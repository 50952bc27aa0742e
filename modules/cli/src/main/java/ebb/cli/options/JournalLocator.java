package ebb.cli.options;

import java.nio.file.Path;

/** Finds a journal by any of the forms in which people give its place. */
public final class JournalLocator {
  private static final String FILE = "journal.db";

  private JournalLocator() {}

  /**
   * The folder of a journal, given by the folder or by the file in it. A URL is returned as it is.
   */
  public static String of(String place) {
    return place.startsWith("jdbc:") ? place : folderOf(Path.of(place)).toString();
  }

  private static Path folderOf(Path path) {
    Path place = path.toAbsolutePath().normalize();
    Path parent = place.getParent();
    return parent != null && place.endsWith(FILE) ? parent : place;
  }
}
