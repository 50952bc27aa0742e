package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.Demo;
import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.SharedJournal;
import ebb.postgres.PostgresServer;
import ebb.scenarios.security.ProcessWatch;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code ebb demo --instances 3}, which checks each of its steps itself. */
@Tag("nightly")
class DemoOfThreeIT {
  @Test
  void shouldTurnOutAsSaid() {
    try (PostgresServer postgres = PostgresServer.start();
        ProcessWatch watch = ProcessWatch.forSecrets(postgres.password())) {
      var journal =
          new SharedJournal(postgres.createDatabase(), PostgresServer.USER, postgres.password());
      try (LoopbackCluster cluster =
          LoopbackCluster.create(Installation.find(), 3, journal, Map.of())) {
        new Demo(cluster, System.out).run();
      }
      assertThat(watch.found()).isEmpty();
    }
  }
}
