package ebb.demo.cluster;

import java.util.List;
import java.util.Map;

/** The unmodified {@code yarn rmadmin}. */
public final class RmAdmin {
  private static final String MAIN_CLASS = "org.apache.hadoop.yarn.client.cli.RMAdminCLI";

  private final HadoopClient client;

  RmAdmin(HadoopClient client) {
    this.client = client;
  }

  /**
   * Runs it in its own JVM and waits for its end.
   *
   * @param arguments after {@code yarn rmadmin}
   */
  public CommandResult run(List<String> arguments) {
    return client.run("rmadmin", MAIN_CLASS, Map.of(), arguments);
  }

  /** Runs it as this user, whom a cluster without Kerberos trusts. */
  public CommandResult runAs(String user, List<String> arguments) {
    return client.run("rmadmin", MAIN_CLASS, Map.of("HADOOP_USER_NAME", user), arguments);
  }
}
