package ebb.simulator;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the ResourceManager and for Hadoop's clients. */
public final class TargetOptions {
  @Option(
      names = "--rm",
      paramLabel = "HOST[:PORT]",
      description =
          "Address at which the ResourceManager serves NodeManagers. Default: from --conf, or"
              + " port 8031 on this machine. The ports for clients and application masters are"
              + " YARN's defaults on the same host, or from --conf. With this option, HA settings"
              + " are ignored.")
  private @Nullable String rm;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "Folder with core-site.xml and yarn-site.xml, for other ports and for HA settings: with"
              + " yarn.resourcemanager.ha.enabled, the nodes and the applications try one"
              + " ResourceManager after another until the active one answers, even if all of them"
              + " are on this machine.")
  private @Nullable Path folder;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A Hadoop setting, which overrides all files.")
  private Map<String, String> settings = new LinkedHashMap<>();

  /**
   * @throws IllegalArgumentException if security is on: simulated nodes have no keytab
   */
  YarnConfiguration hadoop() {
    YarnConfiguration conf = new YarnConfiguration();
    if (folder != null) {
      addFile(conf, folder.resolve(YarnConfiguration.CORE_SITE_CONFIGURATION_FILE));
      addFile(conf, folder.resolve(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE));
    }
    if (rm != null) {
      InetSocketAddress tracker = trackerOf(rm);
      conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, false);
      conf.set(YarnConfiguration.RM_HOSTNAME, tracker.getHostString());
      conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, NetUtils.getHostPortString(tracker));
    } else if (folder == null) {
      conf.set(YarnConfiguration.RM_HOSTNAME, "127.0.0.1");
    }
    settings.forEach(conf::set);
    if (HAUtil.isHAEnabled(conf)) {
      completeAddresses(conf);
    }
    if (!"simple".equals(conf.get(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION))) {
      throw new IllegalArgumentException("Simulated nodes have no Kerberos keytab");
    }
    UserGroupInformation.setConfiguration(conf);
    return conf;
  }

  private static void addFile(YarnConfiguration conf, Path file) {
    if (Files.exists(file)) {
      conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    }
  }

  private static InetSocketAddress trackerOf(String text) {
    return NetUtils.createSocketAddr(
        text, YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT, "--rm");
  }

  /** Adds YARN's default ports for ResourceManagers of which only the host name is set. */
  private static void completeAddresses(YarnConfiguration conf) {
    for (String id : HAUtil.getRMHAIds(conf)) {
      String host = conf.getTrimmed(HAUtil.addSuffix(YarnConfiguration.RM_HOSTNAME, id));
      for (String service : YarnConfiguration.getServiceAddressConfKeys(conf)) {
        String address = HAUtil.addSuffix(service, id);
        if (host != null && conf.get(address) == null) {
          conf.set(address, host + ":" + YarnConfiguration.getRMDefaultPortNumber(service, conf));
        }
      }
    }
  }

  /** The addresses for NodeManagers of all ResourceManagers. */
  public static List<InetSocketAddress> trackers(YarnConfiguration conf) {
    return HAUtil.isHAEnabled(conf)
        ? HAUtil.getRMHAIds(conf).stream().map(id -> tracker(as(id, conf))).toList()
        : List.of(tracker(conf));
  }

  /** The configuration of a client of one among several ResourceManagers. */
  private static YarnConfiguration as(String id, YarnConfiguration conf) {
    YarnConfiguration one = new YarnConfiguration(conf);
    one.set(YarnConfiguration.RM_HA_ID, id);
    return one;
  }

  private static InetSocketAddress tracker(YarnConfiguration conf) {
    return conf.getSocketAddr(
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT);
  }
}
