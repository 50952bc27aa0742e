package ebb.bench.failover;

import ebb.bench.failover.Limit.AtMost;
import ebb.bench.failover.Limit.MedianAndMost;
import ebb.bench.failover.Limit.MedianAtLeast;
import ebb.bench.failover.Limit.MedianAtMost;
import ebb.bench.failover.Limit.None;
import java.util.Map;

/** A quantity that scenarios measure. Its limit depends on the scenario. */
enum FailoverMeasure {
  LEADS("another instance leads", "s"),
  ARMED("every drain goes on", "s"),
  MEDIAN("nodes answered by it, median", "s"),
  P99("p99", "s"),
  LAST("the last node", "s"),
  CONTAINERS_LOST("containers lost", ""),
  DEADLINES_MOVED("deadlines moved", ""),
  DURABLE("all drain, durable", "s"),
  PLAIN("its rows by JDBC alone", "s"),
  ROWS("rows", ""),
  BEYOND("beyond 1.5 x JDBC + 1 s", "s"),
  QUIET_DURABLE("without heartbeats: durable", "s"),
  QUIET_PLAIN("without heartbeats: by JDBC", "s"),
  QUIET_BEYOND("without heartbeats: beyond", "s"),
  RATE("heartbeats, three instances", "1/s"),
  ALONE_RATE("heartbeats, one instance", "1/s"),
  RATE_RATIO("the former by the latter", "");

  private static final Limit NONE = new None();
  private static final Map<FailoverMeasure, Limit> NOTHING_LOST =
      Map.of(CONTAINERS_LOST, new AtMost(0), DEADLINES_MOVED, new AtMost(0));

  private final String text;
  private final String unit;

  FailoverMeasure(String text, String unit) {
    this.text = text;
    this.unit = unit;
  }

  String text() {
    return text;
  }

  /** Empty for counts. */
  String unit() {
    return unit;
  }

  /** The limit in this scenario. */
  Limit limit(FailoverScenario scenario) {
    return switch (this) {
      case CONTAINERS_LOST, DEADLINES_MOVED -> NOTHING_LOST.getOrDefault(this, NONE);
      case ARMED -> scenario == FailoverScenario.KILL_MANY ? new AtMost(30) : NONE;
      case LAST ->
          switch (scenario) {
            case KILL -> new MedianAndMost(20, 30);
            case KILL_MANY -> new AtMost(60);
            case HAND_OVER -> new AtMost(15);
            case KILL_STOCK, DRAIN, HEARTBEATS -> NONE;
          };
      case BEYOND, QUIET_BEYOND -> new MedianAtMost(0);
      case RATE_RATIO -> new MedianAtLeast(0.95);
      default -> NONE;
    };
  }
}
