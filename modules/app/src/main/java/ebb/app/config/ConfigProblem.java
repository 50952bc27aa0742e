package ebb.app.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes in one line what is wrong with a configuration. The library knows the place of a value,
 * but not always its whole key. The code that checks values knows the key, but not where it was
 * set.
 */
final class ConfigProblem {
  private static final Pattern LEADING_KEY = Pattern.compile("^(ebb\\.[\\w.-]+)");
  private static final Pattern WRONG_TYPE = Pattern.compile("has type \\w+ rather than (\\w+)");

  private ConfigProblem() {}

  /**
   * @param conf as far as it can be read
   */
  static String of(Exception reason, Config conf) {
    String message = oneLine(String.valueOf(reason.getMessage()));
    if (reason instanceof ConfigException broken && broken.origin() != null) {
      return ofValue(broken.origin(), message, conf).orElse(message);
    }
    Matcher key = LEADING_KEY.matcher(message);
    return key.find() && conf.hasPath(key.group(1))
        ? placeOf(conf.getValue(key.group(1)).origin()) + message
        : message;
  }

  private static Optional<String> ofValue(ConfigOrigin origin, String message, Config conf) {
    return conf.entrySet().stream()
        .filter(entry -> isAt(entry.getValue().origin(), origin))
        .filter(entry -> message.contains(lastOf(entry.getKey())))
        .findFirst()
        .map(
            entry ->
                placeOf(origin)
                    + entry.getKey()
                    + " = "
                    + textOf(entry)
                    + " is not allowed; allowed "
                    + allowedBy(message));
  }

  private static boolean isAt(ConfigOrigin one, ConfigOrigin other) {
    return one.lineNumber() == other.lineNumber() && one.description().equals(other.description());
  }

  private static String lastOf(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  private static String textOf(Map.Entry<String, ConfigValue> entry) {
    ConfigValue value = entry.getValue();
    return value.valueType() == ConfigValueType.STRING
        ? String.valueOf(value.unwrapped())
        : oneLine(value.render());
  }

  private static String allowedBy(String message) {
    Matcher type = WRONG_TYPE.matcher(message);
    if (type.find()) {
      return switch (type.group(1)) {
        case "NUMBER" -> "are numbers";
        case "BOOLEAN" -> "are true and false";
        case "STRING" -> "are texts";
        default -> "is a " + type.group(1);
      };
    } else if (message.contains("duration")) {
      return "are durations such as 500ms, 10s or 1h";
    } else if (message.contains("size")) {
      return "are sizes such as 64K or 1M";
    }
    return "is what docs/configuration.md says";
  }

  private static String placeOf(ConfigOrigin origin) {
    String name = origin.filename();
    if (name == null) {
      return "env var ".regionMatches(0, origin.description(), 0, 8)
          ? origin.description().substring(8) + " (environment): "
          : "";
    }
    String line = origin.lineNumber() > 0 ? ", line " + origin.lineNumber() : "";
    return name.substring(name.lastIndexOf('/') + 1) + line + ": ";
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
