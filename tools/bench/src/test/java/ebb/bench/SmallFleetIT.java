package ebb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.bench.report.BenchSettings;
import ebb.bench.rm.Await;
import ebb.bench.rm.Fit;
import ebb.bench.rm.RmClients;
import ebb.bench.rm.SystemUnderTest;
import ebb.bench.scenario.BenchContext;
import ebb.bench.scenario.DrainCycle;
import ebb.bench.scenario.DrainEnds;
import ebb.bench.scenario.Trial;
import ebb.simulator.Beats;
import ebb.simulator.HeartbeatFigures;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness on a small scale: what it reports really happens to a real Ebb in its own JVM. */
class SmallFleetIT {
  private static final BenchSettings TWENTY =
      new BenchSettings(20, Fit.ROOMY, 2, 4, 8, 512, 0, 1, 2, 2);

  @TempDir private Path folder;

  @Test
  @SuppressWarnings("try") // nodes send heartbeats until it is closed
  void shouldRegisterBeatDrainComeBackAndEnd() throws Exception {
    Trial trial = new Trial(SystemUnderTest.EBB, TWENTY, folder.resolve("rm"));
    try (BenchContext context = trial.newContext();
        Beats beats = context.paced()) {
      assertThat(context.fleet().state().registered()).isEqualTo(20);
      assertThat(context.fleet().state().containers()).isEqualTo(40);
      assertThat(context.rm().clients().usedContainers()).isEqualTo(40);
      RmClients clients = context.rm().clients();
      assertThat(clients.listByRpc()).hasSize(20);
      assertThat(clients.countByRest(clients.listByRest())).isEqualTo(20);

      HeartbeatFigures heard = context.listen(2);
      assertThat(heard.answered()).isBetween(20L, 80L);
      assertThat(heard.failed()).isZero();

      DrainCycle cycle = new DrainCycle(context);
      DrainCycle.Figures drained = cycle.drain();
      assertThat(drained.durable()).isGreaterThanOrEqualTo(drained.time());
      assertThat(context.fleet().state().containers()).isEqualTo(40);
      cycle.recommission();
      assertThat(context.draining()).isZero();

      cycle.drain();
      DrainEnds ends = DrainEnds.of(context, 2);
      assertThat(ends.ends()).hasSize(2).doesNotContain(Duration.ZERO);
      Await.until("all have left", () -> context.fleet().state().shutDown() == 20);
      assertThat(context.decommissioned()).isEqualTo(20);
      assertThat(context.rm().liveHeap()).isPositive();
    }
  }
}
