package ebb.hadoop;

import java.util.stream.StreamSupport;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** How often the methods of one RPC port of our ResourceManager were called, by its own metrics. */
final class RpcCalls {
  private final MetricsSource source;

  /**
   * To be made while the ResourceManager has never been standby: Hadoop forgets its sources then.
   *
   * @param address host:port
   */
  RpcCalls(String address) {
    String name = "RpcDetailedActivityForPort" + address.substring(address.lastIndexOf(':') + 1);
    source = DefaultMetricsSystem.instance().getSource(name);
    if (source == null) {
      throw new IllegalStateException(name + " does not exist");
    }
  }

  /**
   * @param method as in the metric's name, with a capital
   */
  long of(String method) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    return collector.getRecords().stream()
        .flatMap(each -> StreamSupport.stream(each.metrics().spliterator(), false))
        .filter(metric -> metric.name().equals(method + "NumOps"))
        .map(AbstractMetric::value)
        .mapToLong(Number::longValue)
        .sum();
  }
}
