package ebb.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.yarn.server.resourcemanager.EmbeddedElector;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/**
 * A ResourceManager that is made ready and never started: it opens no port and no store, but says
 * what it would not start with, such as queues that do not add up.
 */
final class TrialRm extends ResourceManager {
  private TrialRm() {}

  /**
   * @param conf whose folders for data may be written to
   * @throws IllegalArgumentException in one line, if it would not start
   */
  static void check(Configuration conf) {
    TrialRm rm = new TrialRm();
    try {
      HadoopStatics.prepare(conf);
      rm.init(conf);
    } catch (RuntimeException | LinkageError e) {
      throw new IllegalArgumentException(
          "Hadoop's ResourceManager would not start: " + reasonOf(e), e);
    } finally {
      rm.stop();
      HadoopStatics.reset();
    }
  }

  /** Services wrap what went wrong, and add nothing but the name of its class. */
  private static String reasonOf(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse(cause.toString());
  }

  @Override
  protected EmbeddedElector createEmbeddedElector() {
    return new NoElector();
  }

  private static final class NoElector extends AbstractService implements EmbeddedElector {
    private NoElector() {
      super(NoElector.class.getName());
    }

    @Override
    public void rejoinElection() {
      throw new IllegalStateException("nothing was started");
    }

    @Override
    public String getZookeeperConnectionState() {
      return "ZooKeeper is not used";
    }
  }
}
