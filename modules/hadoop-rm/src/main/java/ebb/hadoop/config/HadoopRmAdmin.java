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
 * Hadoop's {@code yarn rmadmin}, with other timeouts and messages while it waits for a
 * ResourceManager: see {@link AdminProtocolRetries}.
 */
public final class HadoopRmAdmin {
  private HadoopRmAdmin() {}

  /**
   * Runs a command, and prints as Hadoop does, to standard output and error. Uses the user's
   * Kerberos ticket if the configuration requires one. For a process that does nothing else,
   * because the user is set for all of Hadoop in this JVM.
   *
   * @param configuration has the ResourceManager's address
   * @return Hadoop's exit code: 0 or -1
   * @throws ConfigurationException if a file cannot be read or parsed, or if Kerberos is required
   *     and this machine has no realm
   * @throws Exception from Hadoop's class, which handles the failures that it expects
   */
  public static int run(EbbConfiguration configuration, List<String> arguments) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Used by Hadoop's classes that create their own configuration, to find core-site.xml.
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
