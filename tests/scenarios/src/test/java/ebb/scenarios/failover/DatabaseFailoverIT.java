package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.DecommissionCause;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.journal.event.JournaledEvent;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.KilledCluster;
import ebb.scenarios.PostgresPair;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** PostgreSQL fails over to a synchronous standby, and the former primary comes back. */
@Tag("long")
@TestMethodOrder(MethodOrderer.MethodName.class)
class DatabaseFailoverIT {
  /** The drain ends after the failover. */
  private static final Duration SOON = Duration.ofSeconds(40);

  private static PostgresPair postgres;
  private static KilledCluster cluster;
  private static List<BeatingNode> nodes;

  /** The drains that still run something at the end. */
  private static List<BeatingNode> busy;

  @BeforeAll
  static void start() throws IOException {
    postgres = PostgresPair.synchronous();
    cluster = KilledCluster.prepare(3, postgres);
    cluster.startAll();
    nodes = cluster.startNodes("127.0.54", 5);
    busy = nodes.subList(3, 5);
  }

  @AfterAll
  static void close() {
    cluster.close();
    postgres.standby().close();
  }

  /** An operator's requests wait for some seconds; nothing else happens. */
  @Test
  void shouldLoseNothingWhenTheDatabaseFailsOver() throws Exception {
    List<BeatingNode> soonDue = nodes.subList(0, 3);
    List<ExcludedHost> due =
        soonDue.stream().map(node -> ExcludedHost.within(node.id().host(), SOON)).toList();
    List<ExcludedHost> all = new ArrayList<>(due);
    busy.forEach(node -> all.add(ExcludedHost.of(node.id().host())));
    cluster.exclude(all);
    cluster.drain(DrainingNodes.REQUEST);
    soonDue.forEach(node -> cluster.book().acknowledged(node.id(), 1, SOON));
    ResourceManagerProcess leader = cluster.leader();
    List<Integer> registrations = nodes.stream().map(BeatingNode::registrations).toList();
    Orders orders = Orders.begin(cluster, due, busy);
    orders.awaitMore(10);

    Instant killed = Instant.now();
    postgres.failOver();
    Instant promoted = Instant.now();
    orders.awaitMore(10);
    cluster.book().nobodyLed(killed);
    orders.end();

    System.out.println(
        "Promoted "
            + Duration.between(killed, promoted).toMillis()
            + " ms after the primary was killed; "
            + orders.summary());
    cluster.awaitState(soonDue, "DECOMMISSIONED");
    cluster.awaitHeartbeats(busy);
    cluster.awaitAllServe();
    assertThat(cluster.written().causes(soonDue))
        .hasSize(soonDue.size())
        .containsOnly(DecommissionCause.TIMEOUT);
    assertThat(cluster.leader().name()).isEqualTo(leader.name());
    assertThat(nodes.stream().map(BeatingNode::registrations).toList()).isEqualTo(registrations);
    cluster.checkJournal();
  }

  /** The next leader takes the next term in the new primary. */
  @Test
  void shouldTakeTheLeadInTheNewPrimary() throws Exception {
    long before = newestTerm();
    ResourceManagerProcess leader = cluster.leader();
    cluster.kill(leader);
    await()
        .atMost(KilledCluster.PATIENCE)
        .until(() -> !cluster.leader().name().equals(leader.name()));
    cluster.awaitHeartbeats(busy);
    assertThat(newestTerm()).isGreaterThan(before);
    cluster.startAgain(leader);
    cluster.checkJournal();
  }

  /**
   * Two servers accept writes, and the URL names the former primary first. No instance writes to
   * it; while it is there, changes are rejected or go to the new primary.
   */
  @Test
  void shouldWriteNothingToAFormerPrimaryThatComesBack() throws Exception {
    Instant since = Instant.now();
    postgres.bringBackFormerPrimary();
    long events = postgres.events(postgres.primary());
    await()
        .atMost(KilledCluster.PATIENCE)
        .until(
            () ->
                cluster.instances().stream()
                    .allMatch(
                        each ->
                            !cluster
                                .files()
                                .logged(each.name(), "was replaced, and takes writes")
                                .isEmpty()));
    giveTheSameTimeoutAgain();
    busy.forEach(BeatingNode::finishes);
    assertThat(postgres.events(postgres.primary())).isEqualTo(events);
    assertThat(cluster.instances()).allMatch(each -> each.process().isAlive());

    postgres.primary().stop();
    cluster.book().nobodyLed(since);
    cluster.awaitState(busy, "DECOMMISSIONED");
    cluster.awaitAllServe();
    cluster.checkJournal();
  }

  /** It is accepted in the new primary over an existing connection, or rejected. */
  private static void giveTheSameTimeoutAgain() {
    BeatingNode node = busy.get(1);
    DrainView drain = Optional.ofNullable(cluster.drains(List.of(node)).get(node)).orElseThrow();
    try {
      cluster.changeTimeout(node, drain, Duration.ofSeconds(drain.timeoutSeconds().orElseThrow()));
    } catch (IOException e) {
      System.out.println("Refused while a former primary takes writes: " + e.getMessage());
    }
  }

  private static long newestTerm() {
    return JournaledEvent.ofKind(LeadTaken.class, cluster.written().all()).stream()
        .mapToLong(LeadTaken::term)
        .max()
        .orElseThrow();
  }
}
