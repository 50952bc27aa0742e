package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An administrator changes the state of the leader's ResourceManager by hand. */
@Tag("long")
class StandbyByHandIT {
  /** With automatic failover rmadmin first asks on a terminal; what it sends is the same. */
  private static final Map<String, String> BY_HAND =
      Map.of("yarn.resourcemanager.ha.automatic-failover.enabled", "false");

  /** Operators and health checks are not told that an active ResourceManager leads then. */
  @Test
  void shouldNotSayThatAnInstanceLeadsWhoseResourceManagerStandsBy() throws Exception {
    try (KilledCluster cluster = KilledCluster.prepare(2, BY_HAND)) {
      cluster.startAll();
      ResourceManagerProcess leader = cluster.leader();
      // when
      rmAdmin(cluster, "-transitionToStandby", leader.name());
      // then
      assertThat(cluster.serviceState(leader.name())).isEqualTo("standby");
      assertThat(leader.adminApi().isReady()).isFalse();
      assertThat(leader.adminApi().leads()).isFalse();
      assertThat(instances(cluster))
          .anyMatch(line -> line.matches(leader.name() + " +leads, put on standby by rmadmin"))
          .noneMatch(line -> line.endsWith(" leads"));
      // when
      rmAdmin(cluster, "-transitionToActive", leader.name());
      // then
      assertThat(cluster.serviceState(leader.name())).isEqualTo("active");
      await().atMost(KilledCluster.PATIENCE).until(() -> leader.adminApi().leads());
      assertThat(instances(cluster)).anyMatch(line -> line.matches(leader.name() + " +leads"));
    }
  }

  private static void rmAdmin(KilledCluster cluster, String command, String instance) {
    var answer = cluster.loopback().rmAdmin().run(List.of(command, instance));
    assertThat(answer.exitCode()).as(answer.output()).isZero();
  }

  private static List<String> instances(KilledCluster cluster)
      throws IOException, InterruptedException {
    EbbRun run =
        EbbRun.of(
            cluster.loopback(),
            List.of(
                "instances",
                "--rm",
                cluster.instances().stream()
                    .map(each -> each.adminApi().address())
                    .collect(Collectors.joining(","))));
    assertThat(run.exitCode()).as(run.toString()).isZero();
    return run.out();
  }
}
