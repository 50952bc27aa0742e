package ebb.hadoop.config;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hadoop's configuration cannot be read, or a value in it is wrong. The message names which. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The position as Hadoop's XML parser writes it. */
  private static final Pattern PLACE =
      Pattern.compile("\\[row,col,system-id\\]: \\[(\\d+),\\d+,\"([^\"]+)\"\\]");

  public ConfigurationException(String message) {
    super(message);
  }

  private ConfigurationException(String message, Exception cause) {
    super(message, cause);
  }

  /** In one line, with file and line number if they are known. */
  static ConfigurationException of(Path folder, RuntimeException failure) {
    return failure instanceof ConfigurationException known
        ? known
        : new ConfigurationException(textOf(folder, failure), failure);
  }

  /** Security is on, and this machine is not set up for it. */
  static ConfigurationException ofKerberos(IllegalArgumentException failure) {
    return new ConfigurationException(
        failure.getMessage() + ", which /etc/krb5.conf or -Djava.security.krb5.conf has to say",
        failure);
  }

  private static String textOf(Path folder, Exception failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(cause.getMessage());
    Matcher place = PLACE.matcher(message);
    String reason = message.lines().findFirst().orElse(cause.getClass().getSimpleName()).strip();
    if (!place.find()) {
      return "the configuration in " + folder + " cannot be read: " + reason;
    }
    String file = place.group(2);
    return folder.resolve(file.substring(file.lastIndexOf('/') + 1))
        + ", line "
        + place.group(1)
        + ": malformed XML: "
        + reason;
  }
}
