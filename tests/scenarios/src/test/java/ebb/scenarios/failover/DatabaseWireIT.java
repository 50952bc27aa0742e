package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.RefreshAnswer;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.KilledCluster;
import ebb.soak.fault.DatabaseWire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The connection to the database is slow or blocked, or loses an answer. */
@Tag("long")
@TestMethodOrder(MethodOrderer.MethodName.class)
class DatabaseWireIT {
  /** Longer than a whole write takes, and shorter than the server's own limits. */
  private static final Duration SLOW = Duration.ofMillis(150);

  /** By this time a refresh has an answer, whatever it is. */
  private static final Duration REFRESH_LIMIT = Duration.ofSeconds(8);

  /** As long as a database may be unavailable while it moves to another host. */
  private static final Duration AWAY = Duration.ofMinutes(1);

  private static final Duration WHAT_A_BUSY_MACHINE_ADDS = Duration.ofSeconds(10);

  private static KilledCluster cluster;
  private static DatabaseWire wire;

  @BeforeAll
  static void start() {
    cluster = KilledCluster.prepare();
    wire = cluster.wireOf(cluster.instances());
    for (ResourceManagerProcess instance : cluster.instances()) {
      cluster
          .files()
          .configure(
              instance.name(),
              "ebb.nodes-list-manager { refresh-timeout = %d s, read-timeout = 5 s }\n"
                  .formatted(REFRESH_LIMIT.toSeconds()));
    }
    cluster.startAll();
  }

  @AfterAll
  static void close() {
    cluster.close();
    wire.close();
  }

  @AfterEach
  void checkTheJournal() {
    wire.isFast();
    cluster.checkJournal();
  }

  /**
   * Heartbeats are answered and the leader stays. A refresh is rejected within the promised time,
   * and works again as soon as the database does. Deadlines that passed meanwhile take effect.
   */
  @Test
  void shouldBearADatabaseThatDoesNotAnswerForAMinute() throws Exception {
    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.26");
    ResourceManagerProcess leader = cluster.leader();
    List<Integer> registrations = draining.registrations();

    Instant blocked = Instant.now();
    wire.isBlocked();
    cluster.awaitHeartbeats(draining.untilIdle());
    long asked = System.nanoTime();
    HttpResponse<String> refused = askForRefresh(leader);
    Duration answered = Duration.ofNanos(System.nanoTime() - asked);
    await().atMost(KilledCluster.PATIENCE).until(() -> Instant.now().isAfter(blocked.plus(AWAY)));
    cluster.awaitHeartbeats(draining.untilIdle());
    wire.isFast();
    cluster.book().nobodyLed(blocked);

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.body()).contains("\"journal-unavailable\"");
    assertThat(answered).isLessThan(REFRESH_LIMIT.plus(WHAT_A_BUSY_MACHINE_ADDS));
    draining.expectToEndAsTheyWould();
    cluster.awaitAllServe();
    assertThat(cluster.leader().name()).isEqualTo(leader.name());
    assertThat(draining.registrations()).isEqualTo(registrations);
  }

  /**
   * An operator who got no answer repeats the request, and is told the operation that the killed
   * leader had written.
   */
  @Test
  void shouldDoOnceWhatItsLeaderHadWrittenAndWasKilledOver() throws Exception {
    List<BeatingNode> nodes = cluster.startNodes("127.0.27", 3);
    cluster.exclude(nodes.stream().map(node -> ExcludedHost.of(node.id().host())).toList());
    ResourceManagerProcess leader = cluster.leader();
    String key = UUID.randomUUID().toString();

    wire.holdsAnswerToCommitOf(key);
    CompletableFuture<RefreshAnswer> answer =
        CompletableFuture.supplyAsync(() -> cluster.drain(DrainingNodes.REQUEST, key));
    await().atMost(KilledCluster.PATIENCE).until(wire::holdsAnswer);
    cluster.kill(leader);
    assertThat(answer).as("the answer to the request").isNotDone();
    List<RefreshAccepted> written = acceptedFor(key);
    assertThat(written).hasSize(1);
    assertThat(cluster.written().events(DecommissioningStarted.class, nodes)).isEmpty();
    wire.isFast();

    String operation =
        answer.get(KilledCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS).operationId();
    assertThat(operation).isEqualTo(written.get(0).operationId());
    assertThat(cluster.leader().name()).isNotEqualTo(leader.name());
    cluster.drains(nodes);
    assertThat(acceptedFor(key)).isEqualTo(written);
    assertThat(cluster.written().events(DecommissioningStarted.class, nodes))
        .hasSize(nodes.size())
        .allMatch(start -> start.startedAt().equals(written.get(0).by().at()));
    nodes.forEach(BeatingNode::finishes);
    cluster.awaitState(nodes, "DECOMMISSIONED");
    assertThat(cluster.written().causes(nodes)).containsOnly(DecommissionCause.READY);
    cluster.startAgain(leader);
  }

  /** An operator gets each answer, only later; deadlines are as exact as ever. */
  @Test
  void shouldGoOnWithADatabaseThatIsSlow() throws Exception {
    ResourceManagerProcess leader = cluster.leader();
    wire.isSlow(SLOW);

    DrainingNodes draining = DrainingNodes.begin(cluster, "127.0.28");
    List<Integer> registrations = draining.registrations();
    // 202 while the timeouts just set are still being confirmed
    await()
        .atMost(KilledCluster.PATIENCE)
        .until(() -> askForRefresh(leader).statusCode(), status -> status == 200);

    draining.expectToEndAsTheyWould();
    cluster.awaitAllServe();
    assertThat(cluster.leader().name()).isEqualTo(leader.name());
    assertThat(draining.registrations()).isEqualTo(registrations);
  }

  private static List<RefreshAccepted> acceptedFor(String key) {
    return cluster.written().refreshes().stream()
        .filter(each -> each.key().filter(own -> own.key().equals(key)).isPresent())
        .toList();
  }

  /** A client for this instance only, with a long timeout. */
  private static HttpResponse<String> askForRefresh(ResourceManagerProcess instance)
      throws IOException, InterruptedException {
    int port = cluster.files().settingsOf(instance.name()).getInt("ebb.http.port");
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/refresh"))
            .timeout(KilledCluster.PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"type\": \"GRACEFUL\"}"))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
