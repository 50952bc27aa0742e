package ebb.hadoop.config;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;

/**
 * Hadoop's {@code yarn rmadmin}, but for how long it waits for a ResourceManager, and what it says
 * meanwhile: see {@link AdminProtocolRetries}.
 */
public final class HadoopRmAdmin {
  private HadoopRmAdmin() {}

  /**
   * Prints as Hadoop does, to standard output and error. The user's Kerberos ticket is used where
   * the configuration asks for one. For a process that does nothing else: who the user is counts
   * for all of Hadoop in this JVM.
   *
   * @param configuration says where the ResourceManager is
   * @return Hadoop's exit code: 0 or -1
   * @throws ConfigurationException if a file cannot be read or parsed, or Kerberos is asked for and
   *     this machine knows no realm
   * @throws Exception as Hadoop's class does, which handles what it expects
   */
  public static int run(EbbConfiguration configuration, List<String> arguments) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Where classes of Hadoop's look for core-site.xml that make a configuration of their own.
    thread.setContextClassLoader(configuration.classLoader());
    try {
      YarnConfiguration conf = configuration.load();
      setUser(conf);
      return ToolRunner.run(new Command(conf), arguments.toArray(String[]::new));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void setUser(YarnConfiguration conf) {
    try {
      UserGroupInformation.setConfiguration(conf);
    } catch (IllegalArgumentException e) {
      throw ConfigurationException.ofKerberos(e);
    }
  }

  private static final class Command extends RMAdminCLI {
    Command(YarnConfiguration conf) {
      super(conf);
    }

    @Override
    protected ResourceManagerAdministrationProtocol createAdminProtocol() throws IOException {
      YarnConfiguration conf = new YarnConfiguration(getConf());
      return HAUtil.isFederationEnabled(conf)
          ? super.createAdminProtocol()
          : AdminProtocolRetries.over(conf, errOut);
    }
  }
}
