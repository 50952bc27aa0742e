package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer;
import ebb.admin.AdminApiTestBase;
import ebb.admin.instances.Readiness;
import ebb.domain.Drain;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.metrics.ProcessMetrics;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.NodesListReply.OperationsSeen;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsRouteTest extends AdminApiTestBase {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-z_]+)((?:\\{(?:[a-z]+=\"(?:[^\"\\\\]|\\\\.)*\",?)+\\})?) (-?[0-9.E+-]+)");
  private static final Instant T0 = Instant.parse("2026-01-31T12:00:00Z");
  private static final Provenance BY =
      new Provenance(
          T0, "rm1", "anna", Origin.HTTP, Optional.empty(), Optional.empty(), Optional.empty(), 3);

  @BeforeEach
  void haveAFleet() {
    api.leader.knows(
        node(1, Optional.empty()),
        node(2, Optional.of(DrainTimeout.INFINITE)),
        node(3, Optional.of(DrainTimeout.of(Duration.ofSeconds(10)))));
    api.leader.answersOperationsWith(new OperationsSeen(List.of(), false));
  }

  private static NodeStateUpdate node(int number, Optional<DrainTimeout> drain) {
    return new NodeStateUpdate(
        3,
        3,
        new NodeLifecycle(
            new NodeId("h" + number, 1),
            drain.isPresent() ? NodeState.DECOMMISSIONING : NodeState.RUNNING,
            Optional.of(Resource.of(1, 1)),
            true,
            1,
            drain.map(time -> new Drain(1, BY.at(), time, TimeoutSource.REQUEST, BY)),
            false,
            3,
            List.of(),
            Optional.empty(),
            Optional.empty()),
        Optional.empty());
  }

  @Test
  void shouldTellOfTheFleetWhereTheLeaderIs() throws Exception {
    Map<String, Double> metrics = read();

    assertThat(metrics)
        .containsEntry("ebb_leader", 1.0)
        .containsEntry("ebb_nodes{state=\"RUNNING\"}", 1.0)
        .containsEntry("ebb_nodes{state=\"DECOMMISSIONING\"}", 2.0)
        .containsEntry("ebb_nodes{state=\"LOST\"}", 0.0)
        .containsEntry("ebb_nodes_draining{status=\"WAIT_CONTAINER\"}", 1.0)
        .containsEntry("ebb_nodes_draining{status=\"TIMEOUT\"}", 1.0)
        .containsEntry("ebb_drains_overdue", 1.0)
        .containsEntry("ebb_drains_infinite", 1.0)
        .containsEntry("ebb_operations_open", 0.0);
    double age = metrics.getOrDefault("ebb_drain_oldest_age_seconds", 0.0);
    assertThat(age)
        .isCloseTo(Duration.between(T0, Instant.now()).toMillis() / 1e3, Offset.offset(60.0));
  }

  @Test
  void shouldTellOfNoFleetElsewhere() throws Exception {
    api.readiness = new Readiness(true, "standing by");

    assertThat(read()).containsEntry("ebb_leader", 0.0).doesNotContainKey("ebb_drains_overdue");
  }

  @Test
  void shouldTellTheRestWhenTheLeaderDoesNotAnswer() throws Exception {
    api.leader.fallsSilent();

    assertThat(read()).containsKey("ebb_leader").doesNotContainKey("ebb_drains_overdue");
  }

  @Test
  void shouldCountRequestsByRouteAndStatus() throws Exception {
    String known = "{method=\"GET\",route=\"/api/v1/nodes/{id}\",code=\"404\"}";
    String unknown = "{method=\"GET\",route=\"other\",code=\"404\"}";
    Map<String, Double> before = read();
    api.get("/api/v1/nodes/h9:1");
    api.get("/api/v1/nodes/h8:1");
    api.get("/favicon.ico");
    Map<String, Double> after = read();

    assertThat(increase("ebb_http_requests_total" + known, before, after)).isEqualTo(2);
    assertThat(increase("ebb_http_requests_total" + unknown, before, after)).isEqualTo(1);
  }

  private static double increase(
      String name, Map<String, Double> before, Map<String, Double> after) {
    return after.getOrDefault(name, 0.0) - before.getOrDefault(name, 0.0);
  }

  @Test
  void shouldCountDrainsInBuckets() throws Exception {
    String series = "ebb_drain_duration_seconds";
    Map<String, Double> before = read();
    ProcessMetrics.DRAINS.observe(Duration.ofMinutes(2), "READY");
    Map<String, Double> after = read();

    assertThat(increase(series + "_bucket{outcome=\"READY\",le=\"60\"}", before, after)).isZero();
    assertThat(increase(series + "_bucket{outcome=\"READY\",le=\"300\"}", before, after))
        .isEqualTo(1);
    assertThat(increase(series + "_bucket{outcome=\"READY\",le=\"+Inf\"}", before, after))
        .isEqualTo(1);
    assertThat(increase(series + "_sum{outcome=\"READY\"}", before, after)).isEqualTo(120);
    assertThat(increase(series + "_count{outcome=\"READY\"}", before, after)).isEqualTo(1);
  }

  @Test
  void shouldBeReadByAReaderWithAToken(@TempDir Path folder) throws Exception {
    Path users = folder.resolve("users");
    // sha256 of "secret"
    Files.writeString(
        users,
        "prometheus reader"
            + " sha256:2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\n");
    try (AdminApiServer guarded =
        new AdminApiServer(Optional.of(users), Optional.empty(), CLIENT)) {
      assertProblem(guarded.get("/metrics"), 401, "unauthenticated");
      HttpResponse<String> response =
          CLIENT.send(
              guarded.request("/metrics").header("Authorization", "Bearer secret").build(),
              BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Type"))
          .contains("text/plain; version=0.0.4; charset=UTF-8");
    }
  }

  @Test
  void shouldTellWhatThePageShows() throws Exception {
    assertThat(Files.readString(Path.of("..", "..", "docs", "http-api.md")))
        .contains(
            "grep ebb_drains_overdue\n"
                + body()
                    .lines()
                    .filter(line -> line.contains("ebb_drains_overdue"))
                    .collect(Collectors.joining("\n"))
                + "\n```");
  }

  private static String body() throws Exception {
    return CLIENT.send(api.request("/metrics").build(), BodyHandlers.ofString()).body();
  }

  /** As Prometheus reads it. */
  private static Map<String, Double> read() throws Exception {
    String body = body();
    assertThat(body).endsWith("\n");
    Map<String, Double> samples = new HashMap<>();
    Set<String> families = new HashSet<>();
    String family = "";
    String type = "";
    for (String line : body.split("\n", -1)) {
      if (line.startsWith("# HELP ")) {
        family = line.split(" ", -1)[2];
        assertThat(families.add(family)).as(line).isTrue();
        assertThat(family).matches("ebb_[a-z_]+");
        assertThat(line).endsWith(".");
      } else if (line.startsWith("# TYPE ")) {
        type = line.split(" ", -1)[3];
        assertThat(line).isEqualTo("# TYPE " + family + " " + type);
        assertThat(type).isIn("gauge", "counter", "histogram");
        assertThat(family.endsWith("_total")).as(line).isEqualTo(type.equals("counter"));
      } else if (!line.isEmpty()) {
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        assertThat(sample.group(1))
            .matches(family + (type.equals("histogram") ? "_(bucket|sum|count)" : ""));
        assertThat(samples.put(sample.group(1) + sample.group(2), Double.valueOf(sample.group(3))))
            .as(line)
            .isNull();
      }
    }
    return samples;
  }
}
