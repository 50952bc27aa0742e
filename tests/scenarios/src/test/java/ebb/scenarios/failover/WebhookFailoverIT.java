package ebb.scenarios.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.ResourceManagerProcess;
import ebb.journal.event.JournaledEvent;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.KilledCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another system gets every event, in order, whichever instance is killed meanwhile. */
final class WebhookFailoverIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofHours(1);

  @TempDir Path folder;

  /** The number of each request's event, accepted or not, in the order of arrival. */
  private final List<Long> places = new CopyOnWriteArrayList<>();

  /** As a receiver keeps them that follows docs/http-api.md. */
  private final List<String> kept = new CopyOnWriteArrayList<>();

  private final AtomicInteger calls = new AtomicInteger();
  private long last;

  /** Refuses each fifth request, and sometimes loses the answer to one that it has kept. */
  private synchronized void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String id = exchange.getRequestHeaders().getFirst("Ebb-Event-Id");
      long place = Long.parseLong(id.substring(0, id.indexOf('-')));
      places.add(place);
      int call = calls.incrementAndGet();
      if (call % 5 == 0) {
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      if (place > last) {
        last = place;
        var event = MAPPER.readTree(body);
        kept.add(
            event.path("nodeId").asText("lists")
                + " "
                + event.path("sequence")
                + " "
                + event.path("event").asText());
      }
      if (call % 7 != 0) {
        exchange.sendResponseHeaders(200, -1);
      }
    }
  }

  @Test
  void shouldGetEveryEventOnceAndInOrderWhenLeadersAreKilled() throws Exception {
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.setExecutor(Executors.newCachedThreadPool());
    receiver.createContext("/", this::take);
    receiver.start();
    Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef\n");
    try (KilledCluster cluster = KilledCluster.prepare()) {
      String webhook =
          "ebb.webhooks = [{name = cmdb, url = \"http://127.0.0.1:%d/\", secret-file = \"%s\", filter = \"after=0\"}]\n"
              .formatted(receiver.getAddress().getPort(), secret);
      cluster.instances().forEach(each -> cluster.files().configure(each.name(), webhook));
      cluster.startAll();
      List<BeatingNode> nodes = cluster.startIdleNodes("127.0.7", 12);
      // when leaders are killed while it gets events
      for (int i = 0; i < 2; i++) {
        List<ExcludedHost> excluded = new ArrayList<>();
        nodes
            .subList(0, 6 * (i + 1))
            .forEach(node -> excluded.add(ExcludedHost.of(node.id().host())));
        cluster.exclude(excluded);
        int before = calls.get();
        cluster.drain(TIMEOUT);
        await().atMost(KilledCluster.PATIENCE).until(() -> calls.get() > before + 3);
        ResourceManagerProcess leader = cluster.leader();
        cluster.kill(leader);
        cluster.awaitState(nodes.subList(0, 6 * (i + 1)), "DECOMMISSIONED");
        cluster.startAgain(leader);
      }
      // then it has what the journal has
      await()
          .atMost(KilledCluster.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(kept)
                      .isEqualTo(
                          cluster.written().all().stream().map(WebhookFailoverIT::line).toList()));
      assertThat(kept).hasSizeGreaterThan(36);
      assertThat(places).hasSizeGreaterThan(kept.size());
      EbbRun shown =
          EbbRun.of(
              cluster.loopback(),
              List.of("webhooks", "--rm", cluster.standbys().get(0).adminApi().address()));
      assertThat(shown.out())
          .anyMatch(line -> line.matches("cmdb +http://127.0.0.1:\\d+ +(sending|retrying) .* 0"));
    } finally {
      receiver.stop(0);
    }
  }

  private static String line(JournaledEvent event) {
    String node =
        event instanceof JournaledEvent.OfNode ofNode
            ? ofNode.event().nodeId().toString()
            : "lists";
    return node + " " + event.position().sequenceNumber() + " " + event.name();
  }
}
