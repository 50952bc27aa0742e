package ebb.bench.scenario;

import ebb.bench.report.Measure;
import ebb.simulator.Beats;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What draining a node costs in a fleet, and in one that is ten times as large. */
public final class SizeScenario implements Scenario {
  private static final int TIMES = 10;

  @Override
  public String name() {
    return "size";
  }

  @Override
  public Map<Measure, Double> run(Trial trial)
      throws IOException, YarnException, InterruptedException {
    int many = trial.settings().nodes();
    double small = cost(trial.withNodes(Math.max(1, many / TIMES)));
    double large = cost(trial.withNodes(many));
    return Map.of(
        Measure.SMALL_COST, small, Measure.LARGE_COST, large, Measure.GROWTH, large / small);
  }

  /** Microseconds for each node. */
  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private static double cost(Trial trial) throws IOException, YarnException, InterruptedException {
    try (BenchContext context = trial.newContext();
        Beats beats = context.paced()) {
      DrainSeries drains = DrainSeries.of(context, context.settings().drains());
      return drains.median(DrainCycle.Figures::time) * 1e6 / trial.settings().nodes();
    }
  }
}
