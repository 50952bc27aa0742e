package ebb.admin.routes;

import ebb.metrics.MetricsText;

/** The metrics of one instance, written when they are read. Must not block. */
public interface InstanceMetrics {
  InstanceMetrics NONE =
      new InstanceMetrics() {
        @Override
        public boolean leads() {
          return false;
        }

        @Override
        public void write(MetricsText text) {}
      };

  /** Whether the instance leads, and reports the metrics of the fleet, too. */
  boolean leads();

  void write(MetricsText text);
}
