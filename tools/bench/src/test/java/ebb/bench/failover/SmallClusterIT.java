package ebb.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.postgres.PostgresServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness on a small scale: a real leader is killed, and what it reports is true. */
class SmallClusterIT {
  private static final FailoverSettings TWENTY =
      new FailoverSettings(20, 20, 2, 4, 8, 384, 0, 1, 1);

  @TempDir private Path folder;

  @Test
  void shouldLoseTheLeaderAndNothingElse() throws Exception {
    Map<FailoverMeasure, Double> figures =
        FailoverScenario.KILL.run(
            new FailoverTrial(1, TWENTY, folder.resolve("cluster"), PostgresServer.shared()));

    assertThat(figures)
        .containsOnlyKeys(
            FailoverMeasure.LEADS,
            FailoverMeasure.ARMED,
            FailoverMeasure.MEDIAN,
            FailoverMeasure.P99,
            FailoverMeasure.LAST,
            FailoverMeasure.CONTAINERS_LOST,
            FailoverMeasure.DEADLINES_MOVED)
        .containsEntry(FailoverMeasure.CONTAINERS_LOST, 0.0)
        .containsEntry(FailoverMeasure.DEADLINES_MOVED, 0.0);
    // A shorter time would mean that the leader announced its end to the cluster.
    assertThat(figures.get(FailoverMeasure.LEADS)).isGreaterThan(2);
    assertThat(figures.get(FailoverMeasure.LAST))
        .isGreaterThanOrEqualTo(figures.get(FailoverMeasure.MEDIAN));
  }
}
