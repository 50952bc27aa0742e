package ebb.bench.scenario;

import ebb.bench.report.Comparison;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Drains all nodes, several times in one process, with a recommission after each drain but the
 * last. The first drain is reported separately. Of the others the median of the later half is
 * reported, when most code is compiled.
 */
record DrainSeries(List<DrainCycle.Figures> drains, List<Duration> recommissions) {

  /**
   * @param times at least one
   */
  static DrainSeries of(BenchContext context, int times)
      throws IOException, YarnException, InterruptedException {
    DrainCycle cycle = new DrainCycle(context);
    List<DrainCycle.Figures> drains = new ArrayList<>(List.of(cycle.drain()));
    List<Duration> recommissions = new ArrayList<>();
    while (drains.size() < times) {
      recommissions.add(cycle.recommission());
      drains.add(cycle.drain());
    }
    return new DrainSeries(drains, recommissions);
  }

  DrainCycle.Figures first() {
    return drains.get(0);
  }

  /** In seconds, of the later half of the drains. */
  double median(Function<DrainCycle.Figures, Duration> figure) {
    return medianOf(drains.stream().map(figure).toList());
  }

  /** In seconds, of the later half of the recommissions; empty if there was none. */
  Optional<Double> medianRecommission() {
    return recommissions.isEmpty() ? Optional.empty() : Optional.of(medianOf(recommissions));
  }

  /** In seconds, of the later half. */
  static double medianOf(List<Duration> all) {
    return Comparison.median(
        all.subList(all.size() / 2, all.size()).stream()
            .map(each -> each.toNanos() / 1e9)
            .toList());
  }
}
