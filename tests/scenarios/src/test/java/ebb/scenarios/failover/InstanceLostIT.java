package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.KilledCluster;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Instances are lost while nodes drain: a standby, a paused one, all of them. */
@Tag("long")
@TestMethodOrder(MethodOrderer.MethodName.class)
class InstanceLostIT {
  private static KilledCluster cluster;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.start();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @AfterEach
  void checkTheJournal() {
    cluster.checkJournal();
  }

  /** Drains continue with their deadlines as soon as any single instance is back. */
  @Test
  void shouldGoOnWithWhoeverIsBackFirstWhenAllInstancesWereKilledAtOnce() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.4");
    List<ResourceManagerProcess> others = new ArrayList<>(cluster.instances());
    ResourceManagerProcess first = others.remove(others.size() - 1);

    cluster.killAllAndStart(first);

    draining.expectToEndAsTheyWould();
    others.forEach(ResourceManagerProcess::start);
    cluster.awaitAllServe();
    assertThat(cluster.leader()).isEqualTo(first);
  }

  /** An operator sees only that the killed instance does not answer. */
  @Test
  void shouldKeepItsLeaderWhenAnotherInstanceIsKilled() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.5");
    String leader = cluster.leader().name();
    ResourceManagerProcess killed = cluster.standbys().get(0);
    ResourceManagerProcess survivor = cluster.standbys().get(1);
    List<Integer> registrations = draining.registrations();

    cluster.kill(killed);

    draining.expectToEndAsTheyWould();
    assertThat(cluster.leader().name()).isEqualTo(leader);
    assertThat(draining.registrations()).isEqualTo(registrations);
    assertThat(cluster.serviceState(leader)).isEqualTo("active");
    assertThat(cluster.serviceState(survivor.name())).isEqualTo("standby");
    cluster.startAgain(killed);
  }

  /** A paused leader that resumes when another one leads writes nothing any more, and ends. */
  @Test
  void shouldNotBeHarmedByALeaderThatWasPausedForTooLong() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.6");
    ResourceManagerProcess paused = cluster.leader();
    paused.process().mayEnd();

    cluster.pause(paused);
    await()
        .atMost(KilledCluster.PATIENCE)
        .until(() -> cluster.instances().stream().anyMatch(each -> each.adminApi().leads()));
    draining.awaitDeadlines();
    Instant resumed = Instant.now();
    paused.process().resume();

    cluster.awaitEnd(paused);
    draining.expectToEndAsTheyWould();
    assertThat(cluster.leader().name()).isNotEqualTo(paused.name());
    FormerLeader.expectNothingWrittenAfterItsLead(paused, cluster.written().all());
    assertThat(cluster.written().all())
        .filteredOn(event -> event.by().at().isAfter(resumed))
        .isNotEmpty()
        .noneMatch(event -> event.by().instance().equals(paused.name()));
    cluster.startAgain(paused);
  }

  /**
   * Heartbeats are answered and the leader stays. A refresh is rejected in bounded time, and works
   * again as soon as the database does.
   */
  @Test
  void shouldWaitForADatabaseThatIsStartedAgain() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.7");
    draining.awaitDeadlines();
    ResourceManagerProcess leading = cluster.leader();
    String leader = leading.name();

    cluster.database().stop();
    try {
      cluster.awaitHeartbeats(draining.untilIdle());
      // It cannot decide anything, and reports that at its next probe of the database.
      await().atMost(KilledCluster.PATIENCE).until(() -> !leading.adminApi().isReady());
      assertThatThrownBy(
              // The caller gets no confirmation, but the request is carried out when the database
              // is back, so it must change nothing.
              () -> leading.adminApi().drain(DrainingNodes.MORE, "while it is away"))
          .isInstanceOf(IOException.class);
    } finally {
      cluster.database().startAgain();
    }

    draining.expectToEndAsTheyWould();
    assertThat(cluster.leader().name()).isEqualTo(leader);
    List<BeatingNode> more = cluster.startNodes("127.0.8", 3);
    cluster.exclude(more.stream().map(node -> ExcludedHost.of(node.id().host())).toList());
    cluster.drain(DrainingNodes.REQUEST);
    cluster.drains(more);
  }
}
