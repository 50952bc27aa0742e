package ebb.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.postgres.PostgresServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness itself, small: a real leader is killed, and what it says of that is so. */
class SmallClusterIT {
  private static final FailoverSettings TWENTY =
      new FailoverSettings(20, 20, 2, 4, 8, 384, 0, 1, 1);

  @TempDir private Path folder;

  @Test
  void shouldLoseTheLeaderAndNothingElse() throws Exception {
    Map<Measure, Double> figures =
        Scenario.KILL.run(new Trial(1, TWENTY, folder.resolve("cluster"), PostgresServer.shared()));

    assertThat(figures)
        .containsOnlyKeys(
            Measure.LEADS,
            Measure.ARMED,
            Measure.MEDIAN,
            Measure.P99,
            Measure.LAST,
            Measure.CONTAINERS_LOST,
            Measure.DEADLINES_MOVED)
        .containsEntry(Measure.CONTAINERS_LOST, 0.0)
        .containsEntry(Measure.DEADLINES_MOVED, 0.0);
    // A loss that is noticed at once would be one that the cluster was told of.
    assertThat(figures.get(Measure.LEADS)).isGreaterThan(2);
    assertThat(figures.get(Measure.LAST)).isGreaterThanOrEqualTo(figures.get(Measure.MEDIAN));
  }
}
