package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.DecommissionCause;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three instances of an earlier build are replaced by the current one, one after the other, while
 * nodes drain; then one goes back.
 */
@Tag("nightly")
class RollingUpgradeIT {
  private static final Duration REQUEST = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofSeconds(3);

  private final List<BeatingNode> drained = new ArrayList<>();
  private final Map<BeatingNode, DrainView> drains = new HashMap<>();
  private EarlierBuild earlier;
  private int networks = 70;

  @BeforeEach
  void findTheEarlierBuild() throws Exception {
    earlier = EarlierBuild.find();
  }

  @Test
  void shouldLoseNothing() throws Exception {
    try (KilledCluster cluster = KilledCluster.prepare()) {
      // given instances of the earlier build on its own journal, and nodes that drain
      beginWithAJournalOfTheEarlierBuild(cluster);
      cluster.instances().forEach(each -> each.startBy(earlier::command));
      cluster.startAll();
      assertThat(cluster.instances()).allMatch(this::isEarlier);
      drainMore(cluster, 6);
      say(cluster, "begun");

      // when each is upgraded, the leader last, with deadlines that fall into that
      List<ResourceManagerProcess> order = new ArrayList<>(cluster.standbys());
      order.add(cluster.leader());
      for (ResourceManagerProcess each : order) {
        replace(cluster, each, UnaryOperator.identity());
        say(cluster, "upgraded " + each.name());
      }
      assertThat(cluster.instances()).noneMatch(this::isEarlier);

      cluster.checkJournal();

      // when one goes back
      ResourceManagerProcess back = cluster.standbys().get(0);
      replace(cluster, back, earlier::command);
      assertThat(isEarlier(back)).isTrue();
      say(cluster, "went back with " + back.name());
      cluster.checkJournal();

      // then every drain ends as it would have
      drained.forEach(BeatingNode::finishes);
      cluster.awaitState(drained, "DECOMMISSIONED");
      assertThat(cluster.written().causes(drained))
          .hasSameSizeAs(drained)
          .containsOnly(DecommissionCause.READY);
      cluster.checkJournal();
      say(cluster, "all drains have ended");
    }
  }

  /** Replaces an instance while a drain is due, and writes something afterwards. */
  private void replace(
      KilledCluster cluster, ResourceManagerProcess instance, UnaryOperator<List<String>> build)
      throws IOException {
    var handOvers = new HandOvers(cluster);
    List<BeatingNode> due = cluster.startNodes("127.0." + networks++, 2);
    drain(cluster, due);
    cluster.drains(due);
    handOvers.endWithin(due, SOON);

    handOvers.terminate(instance);
    instance.startBy(build);
    cluster.startAgain(instance);

    cluster.awaitState(due, "DECOMMISSIONED");
    assertThat(cluster.written().causes(due)).hasSize(2).containsOnly(DecommissionCause.TIMEOUT);
    cluster.expectDrains(drains);
    drainMore(cluster, 1);
  }

  private void drainMore(KilledCluster cluster, int count) throws IOException {
    List<BeatingNode> nodes = cluster.startNodes("127.0." + networks++, count);
    drained.addAll(nodes);
    drain(cluster, List.of());
    drains.putAll(cluster.drains(nodes));
    cluster.expectDrains(drains);
  }

  /** These, and all that drain for long. */
  private void drain(KilledCluster cluster, List<BeatingNode> more) {
    List<ExcludedHost> hosts = new ArrayList<>();
    drained.forEach(node -> hosts.add(ExcludedHost.of(node.id().host())));
    more.forEach(node -> hosts.add(ExcludedHost.of(node.id().host())));
    cluster.exclude(hosts);
    cluster.drain(REQUEST);
  }

  private boolean isEarlier(ResourceManagerProcess instance) {
    return earlier.isRunBy(instance.process().pid());
  }

  private void beginWithAJournalOfTheEarlierBuild(KilledCluster cluster)
      throws IOException, InterruptedException, SQLException {
    try (Connection connection = cluster.database().connect(cluster.databaseUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    }
    EbbRun created =
        EbbRun.of(
            cluster.loopback(),
            List.of("journal", "create", "--journal", cluster.databaseUrl()),
            words -> EbbRun.withPasswordFile(cluster.loopback(), earlier.command(words)));
    assertThat(created.exitCode()).as(created.toString()).isZero();
  }

  private void say(KilledCluster cluster, String step) {
    System.out.println(
        "rolling upgrade: %s; %s leads, %d of %d instances are of the earlier build, %d events"
            .formatted(
                step,
                cluster.leader().name(),
                cluster.instances().stream().filter(this::isEarlier).count(),
                cluster.instances().size(),
                cluster.written().all().size()));
  }
}
