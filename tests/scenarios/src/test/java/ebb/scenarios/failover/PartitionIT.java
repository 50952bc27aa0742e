package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.KilledCluster;
import ebb.soak.fault.Network;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The network between the instances is cut, while the database and the nodes reach all of them. The
 * side with two of three continues.
 */
@Tag("long")
@TestMethodOrder(MethodOrderer.MethodName.class)
class PartitionIT {
  private static KilledCluster cluster;
  private static Network network;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare();
    network = Network.between(cluster.loopback());
    cluster.startAll();
  }

  @AfterAll
  static void close() {
    cluster.close();
    network.close();
  }

  @AfterEach
  void checkTheJournal() {
    cluster.checkJournal();
  }

  /**
   * First for a moment, which leaves only warnings in the log, then permanently, and the instance
   * that is cut off ends. Drains, nodes and the leader notice neither.
   */
  @Test
  void shouldKeepItsLeaderWhenAnotherInstanceIsCutOff() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.21");
    ResourceManagerProcess leader = cluster.leader();
    ResourceManagerProcess alone = cluster.standbys().get(0);
    List<Integer> registrations = draining.registrations();

    network.cutOff(alone);
    await().atMost(KilledCluster.PATIENCE).until(PartitionIT::somebodyIsMissed);
    network.heal();
    // Long after the survivors would have continued without it.
    draining.awaitDeadlines();
    cluster.awaitAllServe();
    assertThat(alone.adminApi().nodes()).isNotEmpty();

    cluster.expectToLose(alone);
    network.cutOff(alone);
    cluster.awaitEnd(alone);
    draining.expectToEndAsTheyWould();
    network.heal();
    cluster.startAgain(alone);
    assertThat(cluster.leader().name()).isEqualTo(leader.name());
    assertThat(draining.registrations()).isEqualTo(registrations);
  }

  /** The leader ends and another one leads, with unchanged deadlines. */
  @Test
  void shouldLeadOnWithoutALeaderThatIsCutOff() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.22");
    ResourceManagerProcess alone = cluster.leader();

    cluster.expectToLose(alone);
    network.cutOff(alone);

    cluster.awaitEnd(alone);
    draining.expectToEndAsTheyWould();
    String leader = cluster.leader().name();
    assertThat(leader).isNotEqualTo(alone.name());
    FormerLeader.expectNothingWrittenAfterItsLead(alone, cluster.written().all());
    network.heal();
    cluster.startAgain(alone);
    assertThat(cluster.leader().name()).isEqualTo(leader);
  }

  private static boolean somebodyIsMissed() {
    return cluster.instances().stream()
        .anyMatch(each -> !cluster.files().logged(each.name(), "as UNREACHABLE").isEmpty());
  }
}
