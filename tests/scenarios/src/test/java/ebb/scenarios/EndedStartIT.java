package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.postgres.LoopbackPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An instance that has a reason to end during its start. */
@Tag("long")
class EndedStartIT {
  /** A supervisor restarts only a process that has ended. */
  @Test
  void shouldEndBeforeItIsAMemberWhenAnotherProcessHasItsName() throws Exception {
    try (KilledCluster cluster = KilledCluster.prepare(2)) {
      ResourceManagerProcess leads = cluster.instances().get(0);
      ResourceManagerProcess starts = cluster.instances().get(1);
      leads.start();
      await().atMost(KilledCluster.PATIENCE).until(leads.adminApi()::isReady);
      seekNobody(cluster, starts.name());
      starts.start().mayEnd();
      await()
          .atMost(KilledCluster.PATIENCE)
          .ignoreExceptionsInstanceOf(UncheckedIOException.class) // there is no log yet
          .until(
              () ->
                  !cluster
                      .files()
                      .logged(starts.name(), "none has accepted this one yet")
                      .isEmpty());

      giveItsNameAway(cluster, starts.name());

      cluster.awaitEnd(starts);
      assertThat(starts.process().exitCode()).hasValue(1);
      assertThat(leads.adminApi().leads()).isTrue();
    }
  }

  /** It waits for another instance at the wrong address. */
  private static void seekNobody(KilledCluster cluster, String instance) throws IOException {
    int own = cluster.files().settingsOf(instance).getInt("ebb.cluster.port");
    String seeds = "127.0.0.1:%d,127.0.0.1:%d".formatted(own, LoopbackPorts.free());
    cluster.files().configure(instance, "ebb.cluster.seed-nodes = \"" + seeds + "\"\n");
  }

  private static void giveItsNameAway(KilledCluster cluster, String instance) throws SQLException {
    try (Connection connection = cluster.database().connect(cluster.databaseUrl());
        Statement statement = connection.createStatement()) {
      int rows =
          statement.executeUpdate(
              "UPDATE ebb_lease SET owner = 'another' WHERE name = 'instance " + instance + "'");
      assertThat(rows).isOne();
    }
  }
}
