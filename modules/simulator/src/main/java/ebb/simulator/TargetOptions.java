package ebb.simulator;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which ResourceManager is meant, and how Hadoop's clients speak with it. */
final class TargetOptions {
  @Option(
      names = "--rm",
      paramLabel = "HOST[:PORT]",
      description =
          "Where the ResourceManager answers NodeManagers. Default: what --conf says, or 8031 on this"
              + " machine. Clients' and masters' ports are YARN's defaults on the same host, or what"
              + " --conf says.")
  private @Nullable String rm;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "Folder with core-site.xml and yarn-site.xml, for other ports.")
  private @Nullable Path folder;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A setting of Hadoop's, above all files.")
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
      conf.set(YarnConfiguration.RM_HOSTNAME, tracker.getHostString());
      conf.set(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS, NetUtils.getHostPortString(tracker));
    } else if (folder == null) {
      conf.set(YarnConfiguration.RM_HOSTNAME, "127.0.0.1");
    }
    settings.forEach(conf::set);
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

  /** Where NodeManagers are answered. */
  static InetSocketAddress tracker(YarnConfiguration conf) {
    return conf.getSocketAddr(
        YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_ADDRESS,
        YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT);
  }
}
