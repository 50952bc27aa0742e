package ebb.cli;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a journal is, in each of the forms in which people have it at hand. */
final class JournalPlace {
  private static final Pattern H2_URL = Pattern.compile("jdbc:h2:(?:file:)?([^;]+).*");
  private static final String SUFFIX = ".mv.db";
  private static final String FILE = "journal" + SUFFIX;

  private JournalPlace() {}

  /**
   * The folder of an H2 journal that is named by it, by the file in it or by that file's JDBC URL;
   * the URL of any other database as it is.
   */
  static String of(String place) {
    Matcher h2 = H2_URL.matcher(place);
    if (h2.matches()) {
      // H2 appends the suffix to what its URL names.
      return folderOf(Path.of(h2.group(1) + SUFFIX)).toString();
    }
    return place.startsWith("jdbc:") ? place : folderOf(Path.of(place)).toString();
  }

  private static Path folderOf(Path path) {
    Path place = path.toAbsolutePath().normalize();
    Path parent = place.getParent();
    return parent != null && place.endsWith(FILE) ? parent : place;
  }
}
