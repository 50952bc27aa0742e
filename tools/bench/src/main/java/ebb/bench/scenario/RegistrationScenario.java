package ebb.bench.scenario;

import ebb.bench.report.BenchSettings;
import ebb.bench.report.Measure;
import ebb.bench.rm.Await;
import ebb.bench.rm.RmProcess;
import ebb.bench.rm.SystemUnderTest;
import ebb.simulator.ClosedLoop;
import ebb.simulator.Fleet;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * All nodes register with a ResourceManager that has just started: first as new nodes, then again
 * after it was killed and started on its data.
 */
public final class RegistrationScenario implements Scenario {
  @Override
  public String name() {
    return "registrations";
  }

  @Override
  public Map<Measure, Double> run(Trial trial)
      throws IOException, YarnException, InterruptedException {
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    BenchSettings settings = trial.settings();
    try (RmProcess rm = BenchContext.start(trial);
        Fleet fleet = BenchContext.fleet(settings, rm)) {
      awaitReady(rm);
      Storm fresh = Storm.of(settings, rm, fleet);
      figures.put(Measure.NEW_RATE, fresh.rate());
      figures.put(Measure.NEW_CPU, fresh.cpuMicros());
      rm.kill();
      rm.startAgain();
      rm.clients().metrics();
      awaitReady(rm);
      for (int node = 0; node < settings.nodes(); node++) {
        fleet.restart(node);
      }
      Storm known = Storm.of(settings, rm, fleet);
      figures.put(Measure.KNOWN_RATE, known.rate());
      figures.put(Measure.KNOWN_CPU, known.cpuMicros());
    }
    return figures;
  }

  /** Stock counts as ready when it answers clients. */
  private static void awaitReady(RmProcess rm)
      throws IOException, YarnException, InterruptedException {
    if (rm.candidate() == SystemUnderTest.EBB) {
      Await.until("the admin API answers", rm.clients()::isReady);
    }
  }

  /**
   * @param time until the last NodeManager had its answer
   * @param cpu of the ResourceManager's process until it counts all nodes as running: stock answers
   *     before its scheduler knows a node
   */
  private record Storm(int nodes, Duration time, Duration cpu) {
    static Storm of(BenchSettings settings, RmProcess rm, Fleet fleet)
        throws IOException, YarnException, InterruptedException {
      Duration before = rm.cpu();
      long start = System.nanoTime();
      ClosedLoop.register(fleet, settings.outstanding());
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      Await.untilAll(
          "nodes run", settings.nodes(), () -> rm.clients().metrics().getNumActiveNodeManagers());
      if (fleet.state().registered() != settings.nodes()) {
        throw new IOException(
            "Expected all nodes to be let in, but got " + fleet.state().registered());
      }
      return new Storm(settings.nodes(), time, rm.cpu().minus(before));
    }

    double rate() {
      return nodes / (time.toNanos() / 1e9);
    }

    double cpuMicros() {
      return cpu.toNanos() / 1e3 / nodes;
    }
  }
}
