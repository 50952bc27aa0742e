package ebb.hadoop.heartbeat;

import java.util.Objects;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;

/**
 * The health that the NodeManager reports. A node becomes unhealthy at once. If it recovers within
 * ten seconds, it becomes healthy when these are over, so a flapping script does not write two
 * events a second. Changed under the node's lock; the report is read by any thread.
 */
public final class NodeHealth {
  public static final long DAMPING_MS = 10_000;

  private boolean healthy = true;
  private long believedFrom = Long.MIN_VALUE;
  private volatile Report report = new Report("", 0);

  private record Report(String text, long time) {}

  /** After a registration, the first report applies at once. */
  public void restart() {
    healthy = true;
    believedFrom = Long.MIN_VALUE;
  }

  /**
   * @param now monotonic milliseconds
   */
  public void read(NodeHealthStatus status, long now) {
    String text = Objects.requireNonNullElse(status.getHealthReport(), "");
    Report said = new Report(text, status.getLastHealthReportTime());
    if (!said.equals(report)) {
      report = said;
    }
    if (healthy && !status.getIsNodeHealthy()) {
      believedFrom = now + DAMPING_MS;
    }
    healthy = status.getIsNodeHealthy();
  }

  /**
   * @param now monotonic milliseconds
   */
  public boolean isHealthy(long now) {
    return healthy && now >= believedFrom;
  }

  public String text() {
    return report.text();
  }

  /** Wall-clock milliseconds, by the NodeManager's clock. */
  public long time() {
    return report.time();
  }
}
