package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.demo.client.DrainView;
import ebb.demo.client.NodeView;
import ebb.demo.client.RefreshAnswer;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeId;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import ebb.scenarios.Written;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The leader is killed, and the others complete what it had begun. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class LeaderKilledIT {
  private static final Duration SHORT = Duration.ofSeconds(15);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration REQUEST = Duration.ofHours(1);

  private static KilledCluster cluster;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare();
    // The answer comes as soon as the refresh is durable, before the nodes have received it.
    cluster
        .instances()
        .forEach(
            each ->
                cluster
                    .files()
                    .configure(each.name(), "ebb.nodes-list-manager.answer-after = 0s\n"));
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

  /**
   * Drains continue with their deadlines. One that passed while there was no leader ends a moment
   * later, a later one ends on time, and a node that becomes idle is READY. A node that has not
   * reported to the new leader is not READY, even if it runs nothing.
   */
  @Test
  void shouldGoOnWithDrainsWhenTheLeaderIsKilled() throws Exception {
    List<BeatingNode> nodes = cluster.startNodes("127.0.2", 11);
    List<BeatingNode> soonDue = nodes.subList(0, 3);
    List<BeatingNode> laterDue = nodes.subList(3, 7);
    List<BeatingNode> untilIdle = nodes.subList(7, 11);
    List<BeatingNode> silent = List.of(laterDue.get(3), untilIdle.get(3));
    List<BeatingNode> heard = untilIdle.subList(0, 3);
    List<ExcludedHost> excluded = new ArrayList<>();
    soonDue.forEach(node -> excluded.add(ExcludedHost.within(node.id().host(), SHORT)));
    laterDue.forEach(node -> excluded.add(ExcludedHost.within(node.id().host(), LONG)));
    untilIdle.forEach(node -> excluded.add(ExcludedHost.of(node.id().host())));
    cluster.exclude(excluded);

    RefreshAnswer answer = cluster.drain(REQUEST);
    assertThat(answer.nodes()).containsAll(nodes.stream().map(BeatingNode::id).toList());
    Map<BeatingNode, DrainView> before = cluster.drains(untilIdle);
    ResourceManagerProcess leader = cluster.leader();
    silent.forEach(BeatingNode::fallsSilent);
    cluster.kill(leader);
    silent.forEach(BeatingNode::finishes);

    cluster.awaitState(soonDue, "DECOMMISSIONED");
    assertThat(cluster.leader().name()).isNotEqualTo(leader.name());
    cluster.awaitHeartbeats(heard);
    cluster.expectDrains(before);
    heard.forEach(BeatingNode::finishes);
    cluster.awaitState(heard, "DECOMMISSIONED");
    expectToWaitForAReport(silent);
    untilIdle.get(3).speaksAgain();
    cluster.awaitState(untilIdle, "DECOMMISSIONED");
    cluster.awaitState(laterDue, "DECOMMISSIONED");

    Written written = cluster.written();
    assertThat(written.causes(soonDue)).containsOnly(DecommissionCause.TIMEOUT);
    assertThat(written.causes(laterDue)).containsOnly(DecommissionCause.TIMEOUT);
    assertThat(written.causes(untilIdle)).containsOnly(DecommissionCause.READY);
    await()
        .atMost(KilledCluster.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(nodes)
                    .filteredOn(node -> !node.equals(laterDue.get(3)))
                    .allMatch(BeatingNode::mustShutDown));
    expectOneFailoverIn(nodes, List.of("--rm", cluster.leader().adminApi().address()));
    expectOneFailoverIn(nodes, List.of("--journal", cluster.databaseUrl()));
    cluster.startAgain(leader);
  }

  /**
   * An operator who got no answer repeats the request and is told the same operation. Every node
   * drains since the one instant at which it was accepted.
   */
  @Test
  void shouldFinishARefreshWhoseLeaderIsKilledBetweenItsNodes() throws Exception {
    List<BeatingNode> nodes = cluster.startNodes("127.0.3", 24);
    exclude(nodes);
    ResourceManagerProcess leader = cluster.leader();
    // The last one, because callers try the instances in order, and would wait for a paused one.
    ResourceManagerProcess paused = cluster.standbys().get(1);

    // The nodes that live there cannot write now, so the leader dies in the middle.
    paused.process().pause();
    CompletableFuture<RefreshAnswer> answer =
        CompletableFuture.supplyAsync(() -> cluster.drain(REQUEST));
    await()
        .atMost(KilledCluster.PATIENCE)
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(() -> !startsOf(nodes).isEmpty());
    cluster.kill(leader);
    paused.process().resume();
    assertThat(startsOf(nodes)).as("drains that began before").hasSizeBetween(1, 23);

    String operation =
        answer.get(KilledCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS).operationId();
    await()
        .atMost(KilledCluster.PATIENCE)
        .untilAsserted(() -> assertThat(startsOf(nodes)).hasSize(24));
    List<RefreshAccepted> accepted =
        cluster.written().refreshes().stream()
            .filter(each -> each.operationId().equals(operation))
            .toList();
    assertThat(accepted).hasSize(1);
    assertThat(startsOf(nodes))
        .allMatch(start -> start.startedAt().equals(accepted.get(0).by().at()));
    assertThat(cluster.leader().name()).isNotEqualTo(leader.name());

    nodes.forEach(BeatingNode::finishes);
    cluster.awaitState(nodes, "DECOMMISSIONED");
    assertThat(cluster.written().causes(nodes)).containsOnly(DecommissionCause.READY);
    cluster.startAgain(leader);
  }

  /**
   * If an operator was told that drains are cancelled, or forced, that happens, and happens once.
   */
  @Test
  void shouldKeepARecommissionAndAnEndByForceThatWereAcknowledgedJustBefore() throws IOException {
    List<BeatingNode> nodes = cluster.startNodes("127.0.65", 24);
    List<BeatingNode> back = nodes.subList(0, 12);
    List<BeatingNode> forced = nodes.subList(12, 24);
    exclude(forced);
    String operation = cluster.drain(REQUEST).operationId();
    exclude(nodes);
    cluster.drain(REQUEST);
    cluster.drains(nodes);
    ResourceManagerProcess leader = cluster.leader();
    exclude(forced);

    cluster.drain(REQUEST);
    cluster.force(operation);
    cluster.kill(leader);

    cluster.awaitState(back, "RUNNING");
    cluster.awaitState(forced, "DECOMMISSIONED");
    assertThat(cluster.leader().name()).isNotEqualTo(leader.name());
    cluster.startAgain(leader);
    cluster.awaitHeartbeats(back);
    Written written = cluster.written();
    assertThat(written.events(NodeRecommissioned.class, nodes))
        .extracting(NodeRecommissioned::nodeId)
        .containsExactlyInAnyOrderElementsOf(back.stream().map(BeatingNode::id).toList());
    assertThat(written.causes(forced)).hasSize(12).containsOnly(DecommissionCause.FORCED);
    assertThat(written.causes(back)).isEmpty();
    assertThat(startsOf(nodes)).hasSize(24);
  }

  private static void expectOneFailoverIn(List<BeatingNode> nodes, List<String> from)
      throws Exception {
    List<String> words = new ArrayList<>(List.of("drains", "--json"));
    words.addAll(from);
    EbbRun run =
        EbbRun.of(
            cluster.loopback(),
            words,
            command -> EbbRun.withPasswordFile(cluster.loopback(), command));
    assertThat(run.exitCode()).as(run.toString()).isZero();
    Map<String, List<String>> leaders = new HashMap<>();
    new ObjectMapper()
        .readTree(String.join("\n", run.out()))
        .path("drains")
        .forEach(
            drain ->
                leaders.put(
                    drain.path("nodeId").asText(),
                    drain.path("failovers").findValuesAsText("instance")));
    assertThat(nodes)
        .extracting(node -> leaders.get(node.id().toString()))
        .containsOnly(List.of(cluster.leader().name()));
  }

  private static void exclude(List<BeatingNode> nodes) {
    cluster.exclude(nodes.stream().map(node -> ExcludedHost.of(node.id().host())).toList());
  }

  /** It is unknown what they run, which does not mean nothing. */
  private static void expectToWaitForAReport(List<BeatingNode> silent) throws IOException {
    Map<NodeId, NodeView> views = cluster.views();
    assertThat(silent)
        .extracting(node -> views.get(node.id()))
        .allSatisfy(
            view -> {
              assertThat(view.state()).isEqualTo("DECOMMISSIONING");
              assertThat(view.status()).contains("WAIT_CONTAINER");
              assertThat(view.containers()).isEmpty();
            });
  }

  private static List<DecommissioningStarted> startsOf(List<BeatingNode> nodes) {
    return cluster.written().events(DecommissioningStarted.class, nodes);
  }
}
