package ebb.hadoop.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.ConfiguredYarnAuthorizer;
import org.apache.hadoop.yarn.server.resourcemanager.EmbeddedElector;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.NullRMStateStore;
import org.apache.hadoop.yarn.server.timelineservice.storage.NoOpTimelineWriterImpl;

/**
 * A ResourceManager that is initialised but never started. It finds what would prevent a start,
 * such as queues whose capacities do not add up. It opens no port and no store, and writes nothing,
 * so it does not affect a running ResourceManager with the same configuration. An operator's
 * plug-in, such as a scheduler, is created as it is.
 */
final class DryRunResourceManager extends ResourceManager {
  /** Hadoop's metrics mode. With the one used here, no sink is created, so none opens its file. */
  private static final String METRICS = "hadoop.metrics.init.mode";

  /** Stores that keep a scheduler's configuration outside of this process. */
  private static final Set<String> OUTSIDE =
      Set.of(
          YarnConfiguration.LEVELDB_CONFIGURATION_STORE,
          YarnConfiguration.ZK_CONFIGURATION_STORE,
          YarnConfiguration.FS_CONFIGURATION_STORE);

  private DryRunResourceManager() {}

  /**
   * @param conf is changed
   * @param scratch folder that may be written to
   * @throws IllegalArgumentException with a one-line message if it would not start
   */
  static void check(Configuration conf, Path scratch) {
    DryRunResourceManager rm = new DryRunResourceManager();
    Optional<String> metrics = Optional.ofNullable(System.getProperty(METRICS));
    System.setProperty(METRICS, "standby");
    keepFromStores(conf, scratch);
    try {
      HadoopStatics.prepare(conf);
      rm.init(conf);
    } catch (RuntimeException | LinkageError e) {
      throw new IllegalArgumentException(
          "Hadoop's ResourceManager would not start: "
              + MissingClass.explained(e, conf).orElseGet(() -> reasonOf(e)),
          e);
    } finally {
      rm.stop();
      HadoopStatics.reset();
      metrics.ifPresentOrElse(
          before -> System.setProperty(METRICS, before), () -> System.clearProperty(METRICS));
    }
  }

  /** Replaces everything that uses or creates something outside of this process before a start. */
  private static void keepFromStores(Configuration conf, Path scratch) {
    conf.set(CommonConfigurationKeys.HADOOP_TMP_DIR, scratch.toString());
    conf.set(YarnConfiguration.RM_STORE, NullRMStateStore.class.getName());
    if (OUTSIDE.contains(conf.get(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, ""))) {
      conf.set(
          YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
          YarnConfiguration.MEMORY_CONFIGURATION_STORE);
    }
    conf.set(
        YarnConfiguration.TIMELINE_SERVICE_WRITER_CLASS, NoOpTimelineWriterImpl.class.getName());
    conf.setBoolean(YarnConfiguration.APPLICATION_HISTORY_ENABLED, false);
    conf.setBoolean(YarnConfiguration.FEDERATION_ENABLED, false);
    conf.set(
        YarnConfiguration.YARN_AUTHORIZATION_PROVIDER, ConfiguredYarnAuthorizer.class.getName());
  }

  /** Services wrap the failure, and add only the name of its class. */
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
