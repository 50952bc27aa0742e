package ebb.hadoop;

import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.client.cli.NodeCLI;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;

/** One run of an unmodified Hadoop command in this JVM. */
public final class HadoopCommand {
  private HadoopCommand() {}

  /**
   * Its result.
   *
   * @param out standard output, which may include log lines of the test
   */
  public record Printed(int exitCode, String out, String err) {}

  /** {@code yarn rmadmin}. */
  static Printed rmadmin(Configuration conf, String... arguments) throws Exception {
    return run(() -> ToolRunner.run(new RMAdminCLI(conf), arguments));
  }

  /** {@code yarn node}. */
  public static Printed node(Configuration conf, String... arguments) throws Exception {
    return run(
        () -> {
          NodeCLI node = new NodeCLI();
          node.setConf(conf);
          node.setSysOutPrintStream(System.out);
          node.setSysErrPrintStream(System.err);
          try {
            return ToolRunner.run(node, arguments);
          } finally {
            node.stop();
          }
        });
  }

  private static Printed run(Callable<Integer> command) throws Exception {
    try (CaughtOutput caught = new CaughtOutput()) {
      int exitCode = command.call();
      return new Printed(exitCode, caught.out(), caught.err());
    }
  }
}
