package ebb.bench.failover;

import ebb.simulator.Beats;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Everybody is in service: heartbeats in a closed loop, with three instances and with one. */
final class SteadyBeats {
  private static final int SEVERAL = 3;

  /**
   * Steady is what comes after the compilers: the JVMs of two instances that stand by compile for
   * about as long as the leader's, on the same processors, and by far fewer calls.
   */
  private static final int WARM_TIMES = 10;

  private SteadyBeats() {}

  /** The three come first in rounds 1, 3, 5 ..., the one in the others. */
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

  @SuppressWarnings("try") // nodes beat for as long as it is open
  private static double rate(FailoverTrial trial, int instances, int nodes)
      throws IOException, YarnException, InterruptedException {
    try (ClusterStage stage = ClusterStage.set(trial, instances, nodes, false);
        Beats beats = stage.closedLoop()) {
      stage.awaitHeartbeats((long) WARM_TIMES * trial.settings().warmHeartbeats());
      return stage.listen().rate();
    }
  }
}
