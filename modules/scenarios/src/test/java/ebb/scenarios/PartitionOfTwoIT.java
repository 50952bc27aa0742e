package ebb.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ResourceManagerProcess;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The network between two instances is cut, while the database and the nodes reach both: neither is
 * the larger part, and the database says which of them goes on.
 */
class PartitionOfTwoIT {
  private static KilledCluster cluster;
  private static Network network;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare(2);
    network = Network.between(cluster);
    // The lower address is the first to ask for the lease, unless it is two seconds slower: so it
    // is mostly the leader that has to give in, which is the harder case.
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
   * An operator sees one of them end, and drains go on with their deadlines on the other, which
   * leads if it did not lead before. The one that ended is the standby when it is started again.
   */
  @Test
  void shouldGoOnWithTheOneThatGetsTheLease() throws IOException {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.29");
    List<Integer> registrations = draining.registrations();
    ResourceManagerProcess leader = cluster.leader();

    cluster.book().losesAnInstance();
    network.cutOff(leader);
    ResourceManagerProcess survivor = awaitHolderOfTheLease();
    ResourceManagerProcess lost = otherThan(survivor);
    lost.process().mayEnd();

    assertThat(lost.process().awaitExit(KilledCluster.PATIENCE)).isPresent();
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

  private static ResourceManagerProcess awaitHolderOfTheLease() {
    return await()
        .atMost(KilledCluster.PATIENCE)
        .until(() -> SurvivorsLease.holder(cluster), Optional::isPresent)
        .orElseThrow();
  }

  private static ResourceManagerProcess otherThan(ResourceManagerProcess survivor) {
    return cluster.instances().stream()
        .filter(each -> !each.equals(survivor))
        .findFirst()
        .orElseThrow();
  }

  private static int clusterPort(ResourceManagerProcess instance) {
    return cluster.files().settingsOf(instance.name()).getInt("ebb.cluster.port");
  }
}
