package ebb.hadoop.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Explains which class is not on the class path, which key names it, and where its jar belongs. */
public final class MissingClass {
  /** As in messages of Java and of Hadoop's Configuration. */
  private static final Pattern NAME = Pattern.compile("(?:Class )?([\\w.$/]+)(?: not found)?");

  private MissingClass() {}

  /**
   * Does not initialise the class. A scheduler's static fields would create Hadoop's resource types
   * from its defaults, before the limits in yarn-site.xml are read.
   */
  static boolean isThere(String name, ClassLoader loader) {
    try {
      Class.forName(name, false, loader);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // the latter if a class that it extends is missing
    }
  }

  /**
   * A one-line message if a class that is not on the class path caused this failure.
   *
   * @param conf is searched for the key with the class's name
   */
  public static Optional<String> explained(Throwable failure, Configuration conf) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ClassNotFoundException || cause instanceof NoClassDefFoundError) {
        Matcher name = NAME.matcher(String.valueOf(cause.getMessage()));
        if (name.matches()) {
          return Optional.of(line(name.group(1).replace('/', '.'), conf));
        }
      }
    }
    return Optional.empty();
  }

  private static String line(String name, Configuration conf) {
    String key = keyOf(name, conf).map(found -> found + ": ").orElse("");
    return key
        + "the class "
        + name
        + " is not on the class path; put the jar that has it into "
        + OptionalComponents.PLUG_INS;
  }

  private static Optional<String> keyOf(String name, Configuration conf) {
    Pattern asWord = Pattern.compile("(^|[\\s,])" + Pattern.quote(name) + "($|[\\s,])");
    for (Map.Entry<String, String> entry : conf) {
      if (asWord.matcher(entry.getValue()).find()) {
        return Optional.of(YarnSiteValidator.fileOf(conf, entry.getKey()) + entry.getKey());
      }
    }
    return Optional.empty();
  }
}
