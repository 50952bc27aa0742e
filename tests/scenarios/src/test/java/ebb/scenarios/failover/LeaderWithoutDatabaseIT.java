package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.KilledCluster;
import ebb.soak.fault.DatabaseWire;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of two instances that see each other, the leader cannot reach the database. */
@Tag("long")
class LeaderWithoutDatabaseIT {
  private static KilledCluster cluster;
  private static ResourceManagerProcess cutOff;
  private static DatabaseWire wire;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare(2);
    cutOff = cluster.instances().get(0);
    wire = cluster.wireOf(List.of(cutOff));
    cluster.startOneAfterTheOther();
  }

  @AfterAll
  static void close() {
    cluster.close();
    wire.close();
  }

  /**
   * The other one does not take the lead, though the leader's leases have expired, because it sees
   * that the leader is alive. Nodes and containers notice nothing. What was due meanwhile happens
   * as soon as the database can be reached.
   */
  @Test
  void shouldLeadOnWhenItReachesTheDatabaseAgain() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.31");
    List<Integer> registrations = draining.registrations();
    assertThat(cluster.leader()).isEqualTo(cutOff);

    Instant blocked = Instant.now();
    wire.isBlocked();
    cluster.awaitHeartbeats(draining.untilIdle());
    // That is after more than the ten seconds that a lease lives.
    draining.awaitPassingOfDeadlines();
    cluster.awaitHeartbeats(draining.untilIdle());
    // It keeps the lead, and reports that it can decide nothing.
    assertThat(cluster.serviceState(cutOff.name())).isEqualTo("active");
    assertThat(cutOff.adminApi().isReady()).isFalse();
    wire.isFast();
    cluster.book().nobodyLed(blocked);

    draining.expectToEndAsTheyWould();
    cluster.awaitAllServe();
    assertThat(cluster.leader()).isEqualTo(cutOff);
    assertThat(draining.registrations()).isEqualTo(registrations);
    cluster.checkJournal();
  }
}
