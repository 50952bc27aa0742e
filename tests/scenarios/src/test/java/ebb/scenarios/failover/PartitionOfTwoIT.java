package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.KilledCluster;
import ebb.soak.fault.Network;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The network between two instances is cut, while the database and the nodes reach both. Neither
 * has a majority, so the database decides which one continues.
 */
@Tag("long")
class PartitionOfTwoIT {
  private static KilledCluster cluster;
  private static Network network;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare(2);
    network = Network.between(cluster.loopback());
    // The lower address requests the lease first, unless it is two seconds slower. So it is
    // mostly the leader that has to give in, which is the harder case.
    cluster.startOneAfterTheOther(
        cluster.instances().stream()
            .sorted(Comparator.comparingInt(PartitionOfTwoIT::clusterPort).reversed())
            .toList());
  }

  @AfterAll
  static void close() {
    cluster.close();
    network.close();
  }

  /**
   * One of them ends, and drains continue with their deadlines on the other, which becomes the
   * leader if it was not. The one that ended is the standby after its restart.
   */
  @Test
  void shouldGoOnWithOneOfThem() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.29");
    List<Integer> registrations = draining.registrations();
    ResourceManagerProcess leader = cluster.leader();

    cutOff(leader);
    ResourceManagerProcess lost = cluster.awaitEndOfOne();
    ResourceManagerProcess survivor = otherThan(lost);

    draining.expectToEndAsTheyWould();
    assertThat(cluster.leader()).isEqualTo(survivor);
    if (lost.equals(leader)) {
      FormerLeader.expectNothingWrittenAfterItsLead(lost, cluster.written().all());
    } else {
      assertThat(draining.registrations()).isEqualTo(registrations);
    }

    network.heal();
    cluster.startAgain(lost);
    assertThat(cluster.leader()).isEqualTo(survivor);
    assertThat(cluster.standbys()).containsExactly(lost);
    assertThat(lost.adminApi().nodes()).hasSameSizeAs(survivor.adminApi().nodes()).isNotEmpty();
    cluster.checkJournal();
  }

  /**
   * The lease was renewed late, and went to the other one, too: both continue, and each has downed
   * the other. The one that does not lead is evicted, and ends.
   */
  @Test
  void shouldEndWhoGoesOnWithoutLeading() throws Exception {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.35");

    cutOff(cluster.leader());
    ResourceManagerProcess first = awaitHolderOfTheLease();
    SurvivorsLease.takeFromItsHolder(cluster);
    assertThat(awaitHolderOfTheLease()).isEqualTo(otherThan(first));
    ResourceManagerProcess ended = cluster.awaitEndOfOne();

    assertThat(cluster.files().logged(ended.name(), "This instance is shutting down: member"))
        .hasSize(1);
    draining.expectToEndAsTheyWould();
    assertThat(cluster.leader()).isEqualTo(otherThan(ended));

    network.heal();
    cluster.startAgain(ended);
    assertThat(cluster.standbys()).containsExactly(ended);
    cluster.checkJournal();
  }

  private static void cutOff(ResourceManagerProcess instance) {
    cluster.instances().forEach(cluster::expectToLose);
    network.cutOff(instance);
  }

  private static ResourceManagerProcess awaitHolderOfTheLease() {
    return await()
        .atMost(KilledCluster.PATIENCE)
        .until(() -> SurvivorsLease.holder(cluster), Optional::isPresent)
        .orElseThrow();
  }

  private static ResourceManagerProcess otherThan(ResourceManagerProcess one) {
    return cluster.instances().stream().filter(each -> !each.equals(one)).findFirst().orElseThrow();
  }

  private static int clusterPort(ResourceManagerProcess instance) {
    return cluster.files().settingsOf(instance.name()).getInt("ebb.cluster.port");
  }
}
