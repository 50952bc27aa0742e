package ebb.bench.scenario;

import ebb.bench.report.Measure;
import ebb.simulator.Beats;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * What the drain of a node costs where it is one of few, and where it is one of ten times as many.
 */
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

  /** Microseconds of time for each node. */
  @SuppressWarnings("try") // nodes beat for as long as it is open
  private static double cost(Trial trial) throws IOException, YarnException, InterruptedException {
    try (BenchContext stage = trial.stage();
        Beats beats = stage.paced()) {
      DrainSeries drains = DrainSeries.of(stage, stage.settings().drains());
      return drains.median(DrainCycle.Figures::time) * 1e6 / trial.settings().nodes();
    }
  }
}
