package ebb.bench.scenario;

import ebb.bench.report.Measure;
import ebb.bench.scenario.DrainCycle.Figures;
import ebb.simulator.Beats;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * All nodes drain while they send a heartbeat every second, come back, and drain again. The last
 * time their containers end, then the application that their output belongs to, and with it their
 * drains.
 */
public final class DrainScenario implements Scenario {
  @Override
  public String name() {
    return "drain";
  }

  @Override
  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  public Map<Measure, Double> run(Trial trial)
      throws IOException, YarnException, InterruptedException {
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    try (BenchContext context = trial.newContext();
        Beats beats = context.paced()) {
      DrainSeries drains = DrainSeries.of(context, context.settings().drains());
      figures.put(Measure.FIRST_DRAIN, seconds(drains.first().time()));
      figures.put(Measure.FIRST_CALL, seconds(drains.first().call()));
      figures.put(Measure.DRAIN, drains.median(Figures::time));
      figures.put(Measure.CALL, drains.median(Figures::call));
      figures.put(Measure.DRAIN_DURABLE, drains.median(Figures::durable));
      figures.put(Measure.NO_ROOM, drains.median(Figures::noRoom));
      figures.put(
          Measure.DRAIN_CPU, drains.median(Figures::cpu) * 1e6 / context.settings().nodes());
      figures.put(Measure.DRAIN_P99, drains.median(Figures::heartbeatP99) * 1e3);
      drains.medianRecommission().ifPresent(time -> figures.put(Measure.RECOMMISSION, time));
      LatePlacements late = LatePlacements.of(context);
      figures.put(Measure.LATE_PLACED, (double) late.containers());
      figures.put(Measure.LAST_PLACED, seconds(late.last()));
      DrainEnds ends = DrainEnds.of(context, context.settings().ends());
      figures.put(Measure.CONTAINERS_END, DrainSeries.medianOf(ends.containers()));
      figures.put(Measure.FIRST_END, ends.first());
      figures.put(Measure.END, ends.median());
    }
    return figures;
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
