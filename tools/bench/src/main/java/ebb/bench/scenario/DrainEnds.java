package ebb.bench.scenario;

import ebb.bench.rm.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Ends of all drains in one process, one after the other: containers end, and then the application
 * that their output belonged to, and with it the drains. Between two the nodes come back, get
 * containers of another application and drain. The first is told by itself. Of all the later half
 * counts, when most code is compiled: of that the median.
 *
 * @param containers from the end of all containers until the master knows of it
 * @param ends from the end of the application until all nodes are DECOMMISSIONED
 */
public record DrainEnds(List<Duration> containers, List<Duration> ends) {

  /**
   * Nodes drain and have containers at the beginning.
   *
   * @param times at least one
   */
  public static DrainEnds of(BenchContext stage, int times)
      throws IOException, YarnException, InterruptedException {
    DrainCycle cycle = new DrainCycle(stage);
    List<Duration> containers = new ArrayList<>(List.of(endContainers(stage)));
    List<Duration> ends = new ArrayList<>(List.of(end(stage)));
    while (ends.size() < times) {
      stage.bringBack();
      stage.fillAnew();
      cycle.drain();
      containers.add(endContainers(stage));
      ends.add(end(stage));
    }
    return new DrainEnds(containers, ends);
  }

  private static Duration end(BenchContext stage)
      throws IOException, YarnException, InterruptedException {
    stage.applications().finish();
    int nodes = stage.settings().nodes();
    return Await.untilAll("nodes are DECOMMISSIONED", nodes, stage::decommissioned);
  }

  /** The nodes wait for the application alone when this returns. */
  private static Duration endContainers(BenchContext stage)
      throws IOException, YarnException, InterruptedException {
    stage.fleet().endContainers();
    Duration time =
        Await.until(
            "all containers have ended",
            () -> stage.applications().ended() >= stage.applications().started());
    // And every node has said once more that it has none.
    stage.letEveryNodeBeatTwice();
    return time;
  }

  /** In seconds. */
  double first() {
    return ends.get(0).toNanos() / 1e9;
  }

  /** In seconds, of the ends that count. */
  double median() {
    return DrainSeries.medianOf(ends);
  }
}
