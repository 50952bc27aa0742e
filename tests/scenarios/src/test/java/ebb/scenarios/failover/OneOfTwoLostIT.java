package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.KilledCluster;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One of two instances is killed or paused while nodes drain. The other one has no majority, gets
 * the lease in the database, and continues.
 */
@Tag("long")
class OneOfTwoLostIT {
  private static KilledCluster cluster;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare(2);
    cluster.startAll();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @AfterEach
  void checkTheJournal() {
    cluster.checkJournal();
  }

  @Test
  void shouldGoOnWithDrainsWhenTheLeaderIsKilled() throws IOException {
    kill(cluster.leader(), DrainingNodes.begin(cluster, "127.0.61"));
  }

  @Test
  void shouldGoOnWithDrainsWhenTheStandbyIsKilled() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.62");
    List<Integer> registrations = draining.registrations();

    kill(cluster.standbys().get(0), draining);

    assertThat(draining.registrations()).isEqualTo(registrations);
  }

  @Test
  void shouldGoOnWithDrainsWhenTheLeaderIsPaused() throws IOException {
    ResourceManagerProcess leader = cluster.leader();

    pause(leader, DrainingNodes.begin(cluster, "127.0.63"));

    FormerLeader.expectNothingWrittenAfterItsLead(leader, cluster.written().all());
  }

  @Test
  void shouldGoOnWithDrainsWhenTheStandbyIsPaused() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.64");
    List<Integer> registrations = draining.registrations();

    pause(cluster.standbys().get(0), draining);

    assertThat(draining.registrations()).isEqualTo(registrations);
  }

  private static void kill(ResourceManagerProcess lost, DrainingNodes draining) {
    ResourceManagerProcess survivor = otherThan(lost);

    cluster.kill(lost);

    draining.expectToEndAsTheyWould();
    assertThat(cluster.leader()).isEqualTo(survivor);
    cluster.startAgain(lost);
    assertThat(cluster.leader()).isEqualTo(survivor);
  }

  /** Until the deadlines have passed, which is longer than it may be away. */
  private static void pause(ResourceManagerProcess paused, DrainingNodes draining) {
    ResourceManagerProcess survivor = otherThan(paused);
    paused.process().mayEnd();

    cluster.pause(paused);
    draining.awaitDeadlines();
    paused.process().resume();

    cluster.awaitEnd(paused);
    draining.expectToEndAsTheyWould();
    assertThat(cluster.leader()).isEqualTo(survivor);
    cluster.startAgain(paused);
    assertThat(cluster.leader()).isEqualTo(survivor);
  }

  private static ResourceManagerProcess otherThan(ResourceManagerProcess one) {
    return cluster.instances().stream().filter(each -> !each.equals(one)).findFirst().orElseThrow();
  }
}
