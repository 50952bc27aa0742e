package ebb.hadoop.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Says which class is not on the class path, who asks for it and where its jar goes. */
public final class MissingClass {
  /** As Java and Hadoop's Configuration put it. */
  private static final Pattern NAME = Pattern.compile("(?:Class )?([\\w.$/]+)(?: not found)?");

  private MissingClass() {}

  /**
   * Without initialising it: a scheduler's static fields would make Hadoop's resource types of its
   * defaults, before anybody has read the limits of yarn-site.xml.
   */
  static boolean isThere(String name, ClassLoader loader) {
    try {
      Class.forName(name, false, loader);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // the latter if it is there without a class that it extends
    }
  }

  /**
   * One line, if a class that is not on the class path is the reason of this failure.
   *
   * @param conf in which the key is looked for that has the class's name
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
