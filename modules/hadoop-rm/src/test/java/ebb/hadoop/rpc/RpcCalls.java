package ebb.hadoop.rpc;

import java.util.stream.StreamSupport;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** How often each method of one of our RPC ports was called, from its own metrics. */
public final class RpcCalls {
  private final MetricsSource source;

  /**
   * Create it while the ResourceManager has never been standby: after that Hadoop has forgotten its
   * metrics sources.
   *
   * @param address host:port
   */
  public RpcCalls(String address) {
    String name = "RpcDetailedActivityForPort" + address.substring(address.lastIndexOf(':') + 1);
    source = DefaultMetricsSystem.instance().getSource(name);
    if (source == null) {
      throw new IllegalStateException(name + " does not exist");
    }
  }

  /**
   * @param method as in the metric's name, with a capital letter
   */
  public long of(String method) {
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
