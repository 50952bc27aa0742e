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
 * What Hadoop keeps in static fields: it outlives a ResourceManager, keeps the next one from
 * starting and would be counted there.
 */
public final class HadoopStatics {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopStatics.class);

  private HadoopStatics() {}

  /**
   * What the next ResourceManager must find: nothing of the last one, and the resource types of its
   * own configuration, whoever asked for them before without it.
   */
  public static void prepare(Configuration conf) {
    reset();
    ResourceUtils.resetResourceTypes(conf);
  }

  /** Only while no ResourceManager runs; harmless if nothing was left. */
  public static void reset() {
    unregisterMBean();
    ClusterMetrics.destroy();
    QueueMetrics.clearQueueMetrics();
    JvmMetrics.shutdownSingleton();
    DefaultMetricsSystem.shutdown();
  }

  /** Hadoop registers it and never takes it away; it would hold the dead ResourceManager. */
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
