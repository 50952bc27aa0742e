package ebb.bench.scenario;

import ebb.bench.report.Measure;
import ebb.bench.rm.RmClients;
import ebb.simulator.Beats;
import ebb.simulator.HeartbeatFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** All nodes in service: heartbeats in a closed loop and paced, lists of all nodes, memory. */
public final class HeartbeatScenario implements Scenario {
  private static final int LISTS = 7;

  /** Uncounted lists first, because no heartbeat has warmed that code. */
  private static final int WARM_LISTS = 30;

  @Override
  public String name() {
    return "heartbeats";
  }

  @Override
  public Map<Measure, Double> run(Trial trial)
      throws IOException, YarnException, InterruptedException {
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    try (BenchContext context = trial.newContext()) {
      closedLoop(context, figures);
      paced(context, figures);
      RmClients clients = context.rm().clients();
      figures.put(Measure.LIST_RPC, medianMillis(context, clients::listByRpc, List::size));
      figures.put(
          Measure.LIST_REST, medianMillis(context, clients::listByRest, clients::countByRest));
      figures.put(Measure.LIVE_HEAP, context.rm().liveHeap() / 1e6);
    }
    return figures;
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private static void closedLoop(BenchContext context, Map<Measure, Double> figures)
      throws InterruptedException {
    try (Beats beats = context.closedLoop()) {
      Duration before = context.rm().cpu();
      HeartbeatFigures heard = context.listen(context.settings().measureSeconds());
      Duration cpu = context.rm().cpu().minus(before);
      figures.put(Measure.HEARTBEAT_RATE, heard.rate());
      figures.put(
          Measure.HEARTBEAT_CPU, cpu.toNanos() / 1e3 / Math.max(1.0, (double) heard.answered()));
      figures.put(Measure.HEARTBEAT_P99, millis(heard.p99()));
    }
  }

  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  private static void paced(BenchContext context, Map<Measure, Double> figures)
      throws InterruptedException {
    try (Beats beats = context.paced()) {
      // The first interval also works off what the closed loop left behind.
      context.letEveryNodeBeatTwice();
      Duration before = context.rm().cpu();
      HeartbeatFigures heard = context.listen(context.settings().measureSeconds());
      Duration cpu = context.rm().cpu().minus(before);
      figures.put(Measure.PACED_P99, millis(heard.p99()));
      figures.put(Measure.PACED_MISSED, (double) (heard.missed() + heard.failed()));
      figures.put(Measure.PACED_CPU, cpu.toNanos() / (double) heard.time().toNanos());
    }
  }

  /** Until the client has the whole answer. Counting its nodes is not timed. */
  private static <T> double medianMillis(BenchContext context, Listing<T> listing, Count<T> count)
      throws IOException, YarnException {
    double[] times = new double[LISTS];
    for (int i = -WARM_LISTS; i < LISTS; i++) {
      long start = System.nanoTime();
      T answer = listing.ask();
      if (i >= 0) {
        times[i] = (System.nanoTime() - start) / (double) TimeUnit.MILLISECONDS.toNanos(1);
      }
      int listed = count.of(answer);
      if (listed != context.settings().nodes()) {
        throw new IOException(
            "Expected %d nodes in the list, but got %d"
                .formatted(context.settings().nodes(), listed));
      }
    }
    java.util.Arrays.sort(times);
    return times[LISTS / 2];
  }

  private static double millis(Duration time) {
    return time.toNanos() / 1e6;
  }

  private interface Listing<T> {
    T ask() throws IOException, YarnException;
  }

  private interface Count<T> {
    int of(T answer) throws IOException;
  }
}
