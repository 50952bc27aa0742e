package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.cluster.ClusterFolder;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import ebb.scenarios.PostgresPair;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL fails over to a standby that did not have everything. No instance continues with it,
 * not even one that never knew what is lost.
 */
@Tag("long")
class LostTailIT {
  private static final Pattern REASON =
      Pattern.compile("lacks write \\d+ of |lacks a write that another instance has acknowledged");

  private PostgresPair postgres;
  private KilledCluster cluster;
  private List<BeatingNode> nodes;

  @BeforeEach
  void start() throws Exception {
    postgres = PostgresPair.asynchronous();
    cluster = KilledCluster.prepare(3, postgres);
    cluster.startAll();
    nodes = cluster.startNodes("127.0.55", 2);
    postgres.cutOffStandby();
    await().atMost(KilledCluster.PATIENCE).until(postgres::isCutOff);
  }

  @AfterEach
  void close() {
    cluster.close();
    postgres.standby().close();
  }

  /** Each ends, says why in one line, and does not start again. */
  @Test
  void shouldEndAllInstancesWhenTheNewPrimaryLacksADrain() throws Exception {
    drainUnseenByStandby();
    cluster.instances().forEach(each -> each.process().mayEnd());
    postgres.failOver();
    Instant promoted = Instant.now();
    long events = postgres.events(postgres.standby());

    for (ResourceManagerProcess each : cluster.instances()) {
      cluster.awaitEnd(each);
      assertThat(cluster.files().logged(each.name(), "This instance is shutting down: "))
          .singleElement()
          .asString()
          .containsPattern(REASON);
    }
    System.out.println(
        "All ended "
            + Duration.between(promoted, Instant.now()).toMillis()
            + " ms after the promotion");
    assertThat(postgres.events(postgres.standby())).isEqualTo(events);
    expectAllRefused();
    assertThat(postgres.events(postgres.standby())).isEqualTo(events);
  }

  /** Only a stopped instance knows the last write; the others learn of it when that one starts. */
  @Test
  void shouldEndAllInstancesOnceOneComesBackThatKnowsMore() throws Exception {
    ResourceManagerProcess leader = cluster.leader();
    drainUnseenByStandby();
    cluster.kill(leader);
    postgres.failOver();
    leader.start();
    cluster.instances().forEach(each -> each.process().mayEnd());
    for (ResourceManagerProcess each : cluster.instances()) {
      cluster.awaitEnd(each);
    }
    expectAllRefused();
  }

  private void drainUnseenByStandby() {
    cluster.exclude(nodes.stream().map(node -> ExcludedHost.of(node.id().host())).toList());
    cluster.drain(DrainingNodes.REQUEST);
  }

  private void expectAllRefused() throws IOException, InterruptedException {
    for (ResourceManagerProcess each : cluster.instances()) {
      expectRefused(each);
    }
  }

  private void expectRefused(ResourceManagerProcess instance)
      throws IOException, InterruptedException {
    ClusterFolder folder = cluster.loopback().folder();
    List<String> start =
        List.of(
            "start",
            "--instance",
            instance.name(),
            "--conf",
            folder.conf().toString(),
            "--data",
            folder.data().resolve(instance.name()).toString());
    EbbRun run = EbbRun.of(cluster.loopback(), start);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.reasons())
        .singleElement()
        .asString()
        .containsPattern(REASON)
        .containsPattern("remove \\S+\\.watermark to go on");
  }
}
