package ebb.bench.failover;

import ebb.simulator.Beats;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Heartbeat throughput in a closed loop, with all nodes in service: three instances, and one. */
final class SteadyBeats {
  private static final int SEVERAL = 3;

  /**
   * Waits for the compilers of the standby instances, too. They compile for about as long as the
   * leader's, on the same processors, from far fewer calls.
   */
  private static final int WARM_TIMES = 10;

  private SteadyBeats() {}

  /** Runs three instances first in odd rounds, and one instance first in even ones. */
  static Map<FailoverMeasure, Double> run(FailoverTrial trial, int nodes)
      throws IOException, YarnException, InterruptedException {
    List<Integer> order = trial.round() % 2 == 1 ? List.of(SEVERAL, 1) : List.of(1, SEVERAL);
    Map<FailoverMeasure, Double> figures = new EnumMap<>(FailoverMeasure.class);
    for (int instances : order) {
      FailoverMeasure measure =
          instances == SEVERAL ? FailoverMeasure.RATE : FailoverMeasure.ALONE_RATE;
      figures.put(measure, rate(trial, instances, nodes));
    }
    double several = figures.getOrDefault(FailoverMeasure.RATE, Double.NaN);
    double alone = figures.getOrDefault(FailoverMeasure.ALONE_RATE, Double.NaN);
    figures.put(FailoverMeasure.RATE_RATIO, several / alone);
    return figures;
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private static double rate(FailoverTrial trial, int instances, int nodes)
      throws IOException, YarnException, InterruptedException {
    try (ClusterFixture cluster = ClusterFixture.set(trial, instances, nodes, false);
        Beats beats = cluster.closedLoop()) {
      cluster.awaitHeartbeats((long) WARM_TIMES * trial.settings().warmHeartbeats());
      return cluster.listen().rate();
    }
  }
}
