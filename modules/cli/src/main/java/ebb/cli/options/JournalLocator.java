package ebb.cli.options;

import java.nio.file.Path;

/** Where a journal is, in each of the forms in which people have it at hand. */
public final class JournalLocator {
  private static final String FILE = "journal.db";

  private JournalLocator() {}

  /** The folder of a journal that is named by it, or by the file in it; a URL as it is. */
  public static String of(String place) {
    return place.startsWith("jdbc:") ? place : folderOf(Path.of(place)).toString();
  }

  private static Path folderOf(Path path) {
    Path place = path.toAbsolutePath().normalize();
    Path parent = place.getParent();
    return parent != null && place.endsWith(FILE) ? parent : place;
  }
}
