package ebb.bench.scenario;

import ebb.bench.rm.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Ends all drains, several times in one process. Containers end first, then the application that
 * their output belongs to, and with it the drains. In between the nodes come back, get containers
 * of another application and drain. The first time is reported separately. Of the others the median
 * of the later half is reported, when most code is compiled.
 *
 * @param containers from the end of all containers until the application master knows of it
 * @param ends from the end of the application until all nodes are DECOMMISSIONED
 */
public record DrainEnds(List<Duration> containers, List<Duration> ends) {

  /**
   * The nodes must be draining, with containers.
   *
   * @param times at least one
   */
  public static DrainEnds of(BenchContext context, int times)
      throws IOException, YarnException, InterruptedException {
    DrainCycle cycle = new DrainCycle(context);
    List<Duration> containers = new ArrayList<>(List.of(endContainers(context)));
    List<Duration> ends = new ArrayList<>(List.of(end(context)));
    while (ends.size() < times) {
      context.bringBack();
      context.fillAnew();
      cycle.drain();
      containers.add(endContainers(context));
      ends.add(end(context));
    }
    return new DrainEnds(containers, ends);
  }

  private static Duration end(BenchContext context)
      throws IOException, YarnException, InterruptedException {
    context.applications().finish();
    int nodes = context.settings().nodes();
    return Await.untilAll("nodes are DECOMMISSIONED", nodes, context::decommissioned);
  }

  /** Returns when the nodes wait only for the application. */
  private static Duration endContainers(BenchContext context)
      throws IOException, YarnException, InterruptedException {
    context.fleet().endContainers();
    Duration time =
        Await.until(
            "all containers have ended",
            () -> context.applications().ended() >= context.applications().started());
    // Each node must have reported once more that it has none.
    context.letEveryNodeBeatTwice();
    return time;
  }

  /** In seconds. */
  double first() {
    return ends.get(0).toNanos() / 1e9;
  }

  /** In seconds, of the later half. */
  double median() {
    return DrainSeries.medianOf(ends);
  }
}
