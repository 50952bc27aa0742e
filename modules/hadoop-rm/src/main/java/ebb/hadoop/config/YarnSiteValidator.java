package ebb.hadoop.config;

import ebb.hadoop.web.HttpKerberos;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.StringUtils;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Finds values with which a ResourceManager would not start, or would reject the first refresh. The
 * ResourceManager itself would report this later and without the key. Settings of NodeManagers and
 * clients in the same file are not checked.
 */
final class YarnSiteValidator {
  /** A number in any form that at least one of Hadoop's readers accepts. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(0[xX][0-9a-fA-F]+|(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?)\\s*"
              + "(ns|us|ms|s|m|h|d|[kmgtpe]b?|b|%)?",
          Pattern.CASE_INSENSITIVE);

  private static final List<String> OF_THE_RESOURCE_MANAGER =
      List.of("yarn.resourcemanager.", "yarn.scheduler.", "yarn.am.", "yarn.nm.");

  private static final List<Rule> RULES =
      List.of(
          wholeNumber(
              YarnConfiguration.RM_NODE_GRACEFUL_DECOMMISSION_TIMEOUT,
              Integer.MIN_VALUE,
              Integer.MAX_VALUE,
              "whole seconds; 0 is at once, negative without limit"),
          wholeNumber(
              YarnConfiguration.RM_DECOMMISSIONING_NODES_WATCHER_POLL_INTERVAL,
              1,
              Long.MAX_VALUE,
              "seconds from 1"),
          wholeNumber(
              YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS,
              Integer.MIN_VALUE,
              Integer.MAX_VALUE,
              "whole milliseconds"),
          wholeNumber(
              YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS,
              Long.MIN_VALUE,
              Long.MAX_VALUE,
              "whole milliseconds"),
          wholeNumber(
              YarnConfiguration.RM_NODE_IP_CACHE_EXPIRY_INTERVAL_SECS,
              Integer.MIN_VALUE,
              Integer.MAX_VALUE,
              "whole seconds; 0 and less keep no address"));

  /** The classes that every ResourceManager creates; one or several for each key. */
  private static final List<String> CLASSES =
      List.of(
          YarnConfiguration.RM_SCHEDULER,
          YarnConfiguration.RM_STORE,
          YarnConfiguration.RM_CONFIGURATION_PROVIDER_CLASS,
          YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
          YarnConfiguration.YARN_AUTHORIZATION_PROVIDER,
          YarnConfiguration.FS_NODE_LABELS_STORE_IMPL_CLASS,
          YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_IMPL_CLASS,
          CommonConfigurationKeys.HADOOP_SECURITY_GROUP_MAPPING);

  /** Not part of Ebb. Without it, a ResourceManager with timeline v2 does not start. */
  private static final String HBASE_WRITER =
      "org.apache.hadoop.yarn.server.timelineservice.storage.HBaseTimelineWriterImpl";

  private YarnSiteValidator() {}

  private record Rule(String key, Predicate<String> isAllowed, String allowed) {}

  private static Rule wholeNumber(String key, long least, long most, String allowed) {
    return new Rule(
        key,
        text -> {
          try {
            long value = numberOf(text);
            return value >= least && value <= most;
          } catch (NumberFormatException e) {
            return false;
          }
        },
        allowed);
  }

  /** As Hadoop reads it. */
  private static long numberOf(String text) {
    String digits = text.startsWith("-") ? text.substring(1) : text;
    boolean isHex = digits.startsWith("0x") || digits.startsWith("0X");
    long value = isHex ? Long.parseLong(digits.substring(2), 16) : Long.parseLong(digits);
    return text.startsWith("-") ? -value : value;
  }

  /**
   * @throws IllegalArgumentException with a one-line message that names file, key, value and what
   *     is allowed
   */
  static void check(Configuration conf) {
    RULES.forEach(rule -> check(conf, rule));
    CLASSES.forEach(key -> requireClasses(conf, key));
    requireTimelineWriter(conf);
    requireKeytab(conf);
    Configuration defaults = new Configuration(false);
    defaults.addResource("yarn-default.xml");
    for (Map.Entry<String, String> each : sorted(defaults).entrySet()) {
      if (NUMBER.matcher(each.getValue().strip()).matches()) {
        requireNumber(conf, each.getKey());
      } else if (each.getKey().endsWith("address")) {
        requireAddress(conf, each.getKey());
      }
    }
  }

  /** As {@link #check}, for the configured timeout of drains. */
  static void checkTimeout(Configuration conf) {
    check(conf, RULES.get(0));
  }

  private static void check(Configuration conf, Rule rule) {
    value(conf, rule.key())
        .filter(text -> !rule.isAllowed().test(text))
        .ifPresent(
            text -> {
              throw refused(conf, rule.key(), text, rule.allowed());
            });
  }

  private static boolean isOurs(String key) {
    return OF_THE_RESOURCE_MANAGER.stream().anyMatch(key::startsWith);
  }

  private static SortedMap<String, String> sorted(Configuration defaults) {
    SortedMap<String, String> ours = new TreeMap<>();
    for (Map.Entry<String, String> entry : defaults) {
      if (isOurs(entry.getKey())) {
        ours.put(entry.getKey(), entry.getValue());
      }
    }
    return ours;
  }

  private static void requireNumber(Configuration conf, String key) {
    value(conf, key)
        .filter(text -> !NUMBER.matcher(text).matches())
        .ifPresent(
            text -> {
              throw refused(conf, key, text, "numbers");
            });
  }

  private static void requireClasses(Configuration conf, String key) {
    value(conf, key).stream()
        .flatMap(names -> StringUtils.getTrimmedStringCollection(names).stream())
        .filter(name -> !MissingClass.isThere(name, conf.getClassLoader()))
        .findFirst()
        .ifPresent(
            name -> {
              throw refused(
                  conf,
                  key,
                  name,
                  "names of classes that are on the class path; put the jar that has it into "
                      + OptionalComponents.PLUG_INS);
            });
  }

  /** An error, because data that should be kept must not be dropped silently. */
  private static void requireTimelineWriter(Configuration conf) {
    String versions =
        value(conf, YarnConfiguration.TIMELINE_SERVICE_VERSIONS).isPresent()
            ? YarnConfiguration.TIMELINE_SERVICE_VERSIONS
            : YarnConfiguration.TIMELINE_SERVICE_VERSION;
    String writer =
        value(conf, YarnConfiguration.TIMELINE_SERVICE_WRITER_CLASS).orElse(HBASE_WRITER);
    if (hasTimelineV2(conf, versions) && !MissingClass.isThere(writer, conf.getClassLoader())) {
      String jar =
          writer.equals(HBASE_WRITER)
              ? "hadoop-yarn-server-timelineservice-hbase-client-"
                  + VersionInfo.getVersion()
                  + ".jar, and what it needs of HBase,"
              : "the jar that has it";
      throw new IllegalArgumentException(
          fileOf(conf, versions)
              + versions
              + " = "
              + conf.get(versions)
              + " has timeline v2, whose writer "
              + writer
              + " ("
              + YarnConfiguration.TIMELINE_SERVICE_WRITER_CLASS
              + ") is not on the class path; put "
              + jar
              + " into "
              + OptionalComponents.PLUG_INS
              + ", or do without version 2");
    }
  }

  private static boolean hasTimelineV2(Configuration conf, String versions) {
    try {
      return YarnConfiguration.timelineServiceV2Enabled(conf);
    } catch (NumberFormatException e) {
      throw refused(conf, versions, conf.get(versions), "versions such as 1.5f and 2.0f");
    }
  }

  /** Hadoop's own error names the user that cannot log in, but not the reason. */
  private static void requireKeytab(Configuration conf) {
    if (HttpKerberos.isOn(conf)) {
      value(conf, YarnConfiguration.RM_KEYTAB)
          .filter(file -> !isReadable(file))
          .ifPresent(
              file -> {
                throw refused(conf, YarnConfiguration.RM_KEYTAB, file, "files that can be read");
              });
    }
  }

  private static boolean isReadable(String name) {
    File file = new File(name);
    return file.isFile() && file.canRead();
  }

  private static void requireAddress(Configuration conf, String key) {
    value(conf, key)
        .filter(text -> !isAddress(text))
        .ifPresent(
            text -> {
              throw refused(conf, key, text, "HOST or HOST:PORT");
            });
  }

  /** As Hadoop parses it (NetUtils.createSocketAddr), without a look-up of the name. */
  private static boolean isAddress(String text) {
    try {
      URI uri = new URI("address://" + text);
      return uri.getHost() != null && (uri.getRawPath().isEmpty() || uri.getPort() >= 0);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Empty if it is not set, or blank. */
  private static Optional<String> value(Configuration conf, String key) {
    try {
      return Optional.ofNullable(conf.getTrimmed(key)).filter(text -> !text.isEmpty());
    } catch (IllegalStateException e) {
      // A variable that refers to itself.
      throw new IllegalArgumentException(
          fileOf(conf, key) + key + ": " + e.getMessage() + "; allowed are variables that end", e);
    }
  }

  private static IllegalArgumentException refused(
      Configuration conf, String key, String value, String allowed) {
    return new IllegalArgumentException(
        fileOf(conf, key) + key + " = " + value + " is not allowed; allowed are " + allowed);
  }

  /** The file of the key, as the beginning of a line; empty if Hadoop does not provide it. */
  static String fileOf(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    if (sources == null || sources.length == 0) {
      return "";
    }
    String last = sources[sources.length - 1];
    return last.substring(last.lastIndexOf('/') + 1) + ": ";
  }
}
