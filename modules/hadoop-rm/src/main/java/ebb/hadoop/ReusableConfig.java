package ebb.hadoop;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The configuration that a standby or prepared ResourceManager was created with. It decides whether
 * that ResourceManager can become active as it is.
 */
final class ReusableConfig {
  /** Files that are read once, in addition to those of the configuration itself. */
  private static final String[] READ_AT_START = {
    YarnConfiguration.RESOURCE_TYPES_CONFIGURATION_FILE, "ssl-server.xml"
  };

  private final Map<String, String> values;

  private ReusableConfig(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Must be called before the ResourceManager is created, because Hadoop later changes the
   * configuration that it gets.
   */
  static ReusableConfig of(Configuration conf) {
    return new ReusableConfig(valuesOf(conf));
  }

  /**
   * Whether the ResourceManager may become active. This requires that the configuration has not
   * changed, and that its web server holds nothing that is created again with the active services.
   * It does hold the token secrets with Kerberos, the certificate authority for application masters
   * with HTTPS, and the sink of Prometheus, which Hadoop's metrics lose.
   *
   * @param now the current configuration
   */
  boolean fits(Configuration now) {
    return !UserGroupInformation.isSecurityEnabled()
        && now.get(
                YarnConfiguration.RM_APPLICATION_HTTPS_POLICY,
                YarnConfiguration.DEFAULT_RM_APPLICATION_HTTPS_POLICY)
            .equals(YarnConfiguration.DEFAULT_RM_APPLICATION_HTTPS_POLICY)
        && !now.getBoolean(
            CommonConfigurationKeysPublic.HADOOP_PROMETHEUS_ENABLED,
            CommonConfigurationKeysPublic.HADOOP_PROMETHEUS_ENABLED_DEFAULT)
        && valuesOf(now).equals(values);
  }

  private static Map<String, String> valuesOf(Configuration conf) {
    Configuration all = new Configuration(conf);
    for (String file : READ_AT_START) {
      all.addResource(file);
    }
    Map<String, String> values = new HashMap<>();
    all.forEach(entry -> values.put(entry.getKey(), entry.getValue()));
    return values;
  }
}
