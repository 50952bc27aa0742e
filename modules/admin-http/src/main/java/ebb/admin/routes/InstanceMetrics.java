package ebb.admin.routes;

import ebb.metrics.MetricsText;

/** What an instance tells of itself when its metrics are read. Must not block. */
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

  /** Whether it tells of the fleet, too. */
  boolean leads();

  void write(MetricsText text);
}
