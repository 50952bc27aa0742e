package ebb.hadoop;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * What a ResourceManager that stands by, or is prepared, was made with, which decides whether it
 * can become the active one as it is.
 */
final class ReusableConfig {
  /** Files that are read once, beside those of the configuration itself. */
  private static final String[] READ_AT_START = {
    YarnConfiguration.RESOURCE_TYPES_CONFIGURATION_FILE, "ssl-server.xml"
  };

  private final Map<String, String> values;

  private ReusableConfig(Map<String, String> values) {
    this.values = values;
  }

  /** To be called before the ResourceManager is made: Hadoop goes on changing what it was given. */
  static ReusableConfig of(Configuration conf) {
    return new ReusableConfig(valuesOf(conf));
  }

  /**
   * Whether it may take the lead: nothing has been configured anew, and its web server holds
   * nothing that is made anew with the active services. It does hold the secrets of tokens with
   * Kerberos, the certificate authority for application masters with HTTPS, and Prometheus' sink,
   * which Hadoop's metrics lose.
   *
   * @param now the configuration as it is now
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
