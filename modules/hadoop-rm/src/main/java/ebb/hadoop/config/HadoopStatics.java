package ebb.hadoop.config;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.source.JvmMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resets what Hadoop keeps in static fields. It outlives a ResourceManager, prevents the next one
 * from starting, and would be counted in its metrics.
 */
public final class HadoopStatics {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopStatics.class);

  private HadoopStatics() {}

  /**
   * Prepares for the next ResourceManager: removes what the last one left, and sets the resource
   * types of its own configuration, even if they were already loaded without it.
   */
  public static void prepare(Configuration conf) {
    reset();
    ResourceUtils.resetResourceTypes(conf);
  }

  /** Must only be called while no ResourceManager runs. Harmless if nothing was left. */
  public static void reset() {
    unregisterMBean();
    ClusterMetrics.destroy();
    QueueMetrics.clearQueueMetrics();
    JvmMetrics.shutdownSingleton();
    DefaultMetricsSystem.shutdown();
  }

  /**
   * Hadoop registers the MBean and never removes it. It would keep the stopped ResourceManager in
   * memory.
   */
  private static void unregisterMBean() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName name = new ObjectName("Hadoop:service=ResourceManager,name=ResourceManager");
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
    } catch (JMException e) {
      LOG.warn("Cannot unregister the ResourceManager's MBean", e);
    }
  }
}
