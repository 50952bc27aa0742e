package ebb.bench.scenario;

import ebb.bench.report.Measure;
import ebb.bench.rm.Await;
import ebb.bench.rm.SystemUnderTest;
import ebb.simulator.Beats;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Drains that end at their deadlines, because their containers never end. The lateness of the k-th
 * node to become DECOMMISSIONED is measured against the k-th deadline. Deadlines count from where
 * Ebb reports that the drains began, which is when it had read the lists. Stock does not report
 * that, so its deadlines count from the request.
 */
public final class DeadlineScenario implements Scenario {
  private static final Duration EQUAL = Duration.ofSeconds(20);
  private static final Duration FIRST = Duration.ofSeconds(20);
  private static final int SPREAD_SECONDS = 60;

  @Override
  public String name() {
    return "deadlines";
  }

  @Override
  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  public Map<Measure, Double> run(Trial trial)
      throws IOException, YarnException, InterruptedException {
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    try (BenchContext context = trial.newContext();
        Beats beats = context.paced()) {
      int nodes = context.settings().nodes();
      figures.put(
          Measure.LATE_SPREAD_P99,
          // Deadlines ascend with the number of the node, so that the k-th deadline belongs to node
          // k.
          p99(context, node -> FIRST.plusSeconds((long) SPREAD_SECONDS * node / nodes)));
      context.bringBack();
      context.fillAgain();
      // Last, when the code that ends a drain is compiled.
      figures.put(Measure.LATE_EQUAL_P99, p99(context, node -> EQUAL));
    }
    return figures;
  }

  private static double p99(BenchContext context, IntFunction<Duration> timeout)
      throws IOException, YarnException, InterruptedException {
    int nodes = context.settings().nodes();
    double[] late = new double[nodes];
    context.excludeAll(timeout);
    Instant asked = Instant.now();
    long start = System.nanoTime();
    context.rm().clients().drain((int) EQUAL.toSeconds());
    start += beginAfter(asked, context).toNanos();
    int ended = 0;
    long limit = start + timeout.apply(nodes - 1).plus(Await.LIMIT).toNanos();
    while (ended < nodes) {
      int now = context.decommissioned();
      long at = System.nanoTime();
      if (at > limit) {
        throw new IOException("Only " + now + " nodes were DECOMMISSIONED at their deadlines");
      }
      for (; ended < now; ended++) {
        late[ended] = (at - start - timeout.apply(ended).toNanos()) / 1e9;
      }
      Thread.sleep(5);
    }
    java.util.Arrays.sort(late);
    return late[(int) Math.ceil(0.99 * nodes) - 1];
  }

  private static Duration beginAfter(Instant asked, BenchContext context) throws IOException {
    return context.rm().candidate() == SystemUnderTest.EBB
        ? Duration.between(asked, context.rm().clients().beginOfDrains())
        : Duration.ZERO;
  }
}
