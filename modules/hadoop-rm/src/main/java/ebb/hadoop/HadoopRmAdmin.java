package ebb.hadoop;

import java.util.List;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;

/** Hadoop's {@code yarn rmadmin}, unmodified. */
public final class HadoopRmAdmin {
  private HadoopRmAdmin() {}

  /**
   * Prints as Hadoop does, to standard output and error.
   *
   * @param configuration says where the ResourceManager is
   * @return Hadoop's exit code: 0 or -1
   * @throws Exception as Hadoop's class does, which handles what it expects
   */
  public static int run(EbbConfiguration configuration, List<String> arguments) throws Exception {
    return ToolRunner.run(new RMAdminCLI(configuration.load()), arguments.toArray(String[]::new));
  }
}
