package ebb.demo.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import ebb.demo.cluster.FreePorts;
import ebb.domain.NodeId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminApiTest {
  private HttpServer server;
  private AdminApi api;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    api = new AdminApi(server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldPassOverAnInstanceThatIsGone() throws IOException {
    // given two instances, the first of which does not listen
    int gone = new FreePorts().next(InetAddress.getLoopbackAddress());
    var any = new AdminApi(List.of(gone, server.getAddress().getPort()));
    answer("/health/ready", 200, "{\"ready\": true, \"reason\": \"leading in term 3\"}");
    // then
    assertThat(any.leads()).isTrue();
    assertThat(new AdminApi(gone).leads()).isFalse();
  }

  @Test
  void shouldDrainUnderANameThoughANodeHasYetToApply() throws IOException {
    // given
    answer(
        "/api/v1/refresh",
        202,
        """
        {"operationId": "op", "listVersion": 7, "pending": ["b:2"],
          "decisions": [{"nodeId": "a:1"}, {"nodeId": "b:2"}]}
        """);
    // then
    assertThat(api.drain(Duration.ofMinutes(1), "key"))
        .isEqualTo(
            new RefreshAnswer(
                "op",
                7,
                List.of(new NodeId("a", 1), new NodeId("b", 2)),
                List.of(new NodeId("b", 2))));
  }

  @Test
  void shouldReadADrainingNode() throws IOException {
    // given
    answer(
        "/api/v1/nodes",
        200,
        """
        {"nodes": [{"nodeId": "127.0.0.11:45454", "state": "DECOMMISSIONING", "healthy": true,
          "status": "WAIT_CONTAINER", "containers": 3, "applications": ["application_1_1"],
          "drain": {"epoch": 2, "startedAt": "2026-01-02T03:04:05Z", "timeoutSeconds": 90,
            "timeoutSource": "HOST_ENTRY", "deadline": "2026-01-02T03:05:35Z", "secondsLeft": 42,
            "operationId": "op"}}]}
        """);
    // then
    assertThat(api.nodes())
        .containsExactly(
            new NodeView(
                new NodeId("127.0.0.11", 45454),
                "DECOMMISSIONING",
                Optional.of("WAIT_CONTAINER"),
                OptionalInt.of(3),
                List.of("application_1_1"),
                Optional.of(
                    new DrainView(
                        2,
                        Instant.parse("2026-01-02T03:04:05Z"),
                        OptionalLong.of(90),
                        "HOST_ENTRY",
                        Optional.of(Instant.parse("2026-01-02T03:05:35Z")),
                        OptionalLong.of(42)))));
  }

  @Test
  void shouldTellUnknownFromNothing() throws IOException {
    // given
    answer(
        "/api/v1/nodes",
        200,
        """
        {"nodes": [{"nodeId": "h:1", "state": "RUNNING", "status": null, "containers": null,
          "applications": null, "drain": null},
          {"nodeId": "g:1", "state": "DECOMMISSIONING", "status": "READY", "containers": 0,
          "applications": [], "drain": {"epoch": 1, "startedAt": "2026-01-02T03:04:05Z",
            "timeoutSeconds": null, "timeoutSource": "REQUEST", "deadline": null,
            "secondsLeft": null}}]}
        """);
    // when
    List<NodeView> nodes = api.nodes();
    // then
    assertThat(nodes).extracting(NodeView::host).containsExactly("g", "h");
    assertThat(nodes.get(0).containers()).hasValue(0);
    assertThat(nodes.get(0).drain().orElseThrow().deadline()).isEmpty();
    assertThat(nodes.get(1).containers()).isEmpty();
    assertThat(nodes.get(1).drain()).isEmpty();
  }

  @Test
  void shouldSayWhoCallsInEachRequest() throws IOException {
    // given a server that echoes the header
    server.createContext(
        "/health/ready",
        exchange -> {
          String said = exchange.getRequestHeaders().getFirst("Authorization");
          byte[] body = ("{\"warnings\": [\"" + said + "\"]}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    assertThat(api.warnings()).containsExactly("null");
    // when
    AtomicInteger tokens = new AtomicInteger();
    api.authorizeBy(() -> "Negotiate " + tokens.incrementAndGet());
    // then
    assertThat(api.warnings()).containsExactly("Negotiate 1");
    assertThat(api.warnings()).containsExactly("Negotiate 2");
    assertThat(api.address()).isEqualTo("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Test
  void shouldReadTheHistoryOfANode() throws IOException {
    // given
    answer(
        "/api/v1/nodes/127.0.0.11:45454/history",
        200,
        """
        {"events": [{"sequence": 1, "event": "node.registered", "summary": "registered"},
          {"sequence": 2, "event": "node.decommissioned", "cause": "READY", "summary": "gone"}]}
        """);
    // then
    assertThat(api.history(new NodeId("127.0.0.11", 45454)))
        .containsExactly(
            new PastEvent("node.registered", Optional.empty(), "registered"),
            new PastEvent("node.decommissioned", Optional.of("READY"), "gone"));
  }

  @Test
  void shouldBeReadyOnlyIfTheServerSaysSo() {
    // given
    answer("/health/ready", 503, "{}");
    // then
    assertThat(api.isReady()).isFalse();
    // when
    server.removeContext("/health/ready");
    answer("/health/ready", 200, "{}");
    // then
    assertThat(api.isReady()).isTrue();
  }

  @Test
  void shouldFailWhenTheServerDoesNotAnswerOrAnswersSomethingElse() {
    // given
    answer("/api/v1/nodes", 503, "not yet");
    // then
    assertThatThrownBy(api::nodes).isInstanceOf(IOException.class).hasMessageContaining("503");
    // when
    server.stop(0);
    // then
    assertThatThrownBy(api::nodes).isInstanceOf(IOException.class);
    assertThat(api.isReady()).isFalse();
  }

  private void answer(String path, int status, String body) {
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          try (var out = exchange.getResponseBody()) {
            out.write(bytes);
          }
        });
  }
}
