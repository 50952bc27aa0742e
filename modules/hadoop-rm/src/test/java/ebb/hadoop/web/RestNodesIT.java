package ebb.hadoop.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.hadoop.Rest;
import ebb.hadoop.RunningRm;
import ebb.hadoop.SimulatedNodeManagers;
import ebb.hadoop.scheduler.Resizes;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ClusterMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three nodes, h1, h2 and h3, as the REST API and the web page show them. */
class RestNodesIT {
  private static final String NODES = "/ws/v1/cluster/nodes";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The metrics of the CapacityScheduler have more fields. */
  private static final String FIFO = FifoScheduler.class.getName();

  @TempDir static Path folder;
  static RunningRm rm;
  static SimulatedNodeManagers fleet;

  @BeforeAll
  static void start() throws Exception {
    rm = RunningRm.in(folder, Map.of("yarn.resourcemanager.scheduler.class", FIFO));
    fleet = new SimulatedNodeManagers(rm);
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  // ---- lists of nodes ----

  @Test
  @Tag("case-204")
  @Tag("case-205")
  @Tag("case-210")
  void shouldListNodesOfAllStatesOrOfThoseAskedFor() throws Exception {
    // given
    fleet.bring("h1:1234", NodeState.RUNNING);
    fleet.bring("h2:1235", NodeState.NEW);
    fleet.bring("h3:1236", NodeState.UNHEALTHY);
    // when, then
    assertThat(idsOf(NODES)).containsExactlyInAnyOrder("h1:1234", "h2:1235", "h3:1236");
    assertThat(idsOf(NODES + "?states=NEW")).containsExactly("h2:1235");
    assertThat(idsOf(NODES + "?states=running")).containsExactly("h1:1234");
  }

  @Test
  @Tag("case-215")
  void shouldListNodesOfEachStateThatIsAskedFor() throws Exception {
    // given
    fleet.bring("h1:1234", NodeState.RUNNING);
    fleet.bring("h2:1235", NodeState.NEW);
    fleet.bring("h3:1236", NodeState.LOST);
    // when
    String all = String.join(",", Stream.of(NodeState.values()).map(Enum::name).toList());
    // then
    assertThat(NodeState.values()).hasSize(8);
    assertThat(idsOf(NODES + "?states=" + all)).hasSize(3);
  }

  @Test
  @Tag("case-208")
  @Tag("case-209")
  void shouldShowNoWebAddressOfNodesThatAreLost() throws Exception {
    // given
    fleet.bring("h1:1234", NodeState.LOST);
    fleet.bring("h3:1236", NodeState.LOST);
    // when
    List<JsonNode> lost = nodesOf(NODES + "?states=LOST");
    // then
    assertThat(lost).hasSize(2);
    assertThat(lost).allSatisfy(node -> assertThat(text(node, "nodeHTTPAddress")).isEmpty());
    // when
    JsonNode one = json(NODES + "/h3:1236").path("node");
    // then
    assertThat(text(one, "id")).isEqualTo("h3:1236");
    assertThat(text(one, "state")).isEqualTo("LOST");
    assertThat(one.has("nodeHTTPAddress")).isTrue();
    assertThat(text(one, "nodeHTTPAddress")).isEmpty();
  }

  @Test
  @Tag("case-289")
  void shouldRefuseAnEmptyListOfStates() throws Exception {
    assertThat(Rest.exchange(rm.conf(), "GET", NODES + "?states=", "", "").statusCode())
        .isEqualTo(400);
  }

  // ---- one node ----

  @ParameterizedTest
  @ValueSource(strings = {"", "/"})
  @Tag("case-212")
  void shouldShowOneNode(String end) throws Exception {
    // given
    fleet.bring("h1:1234", NodeState.RUNNING);
    fleet.bring("h3:1236", NodeState.RUNNING);
    for (String accept : List.of("application/json", "")) {
      // when
      HttpResponse<String> answer =
          Rest.exchange(rm.conf(), "GET", NODES + "/h3:1236" + end, accept, "");
      // then
      assertThat(answer.statusCode()).isEqualTo(200);
      JsonNode whole = JSON.readTree(answer.body());
      assertThat(whole.size()).isEqualTo(1);
      assertThat(text(whole.path("node"), "id")).isEqualTo("h3:1236");
      assertThat(text(whole.path("node"), "state")).isEqualTo("RUNNING");
    }
  }

  @Test
  @Tag("case-213")
  void shouldNotFindANodeThatDoesNotExist() throws Exception {
    for (String accept : List.of("application/json", "application/xml", "")) {
      HttpResponse<String> answer =
          Rest.exchange(rm.conf(), "GET", NODES + "/node_invalid:99", accept, "");
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body())
          .contains("RemoteException")
          .contains("NotFoundException")
          .contains("nodeId, node_invalid:99, is not found");
      assertThat(answer.body().strip().startsWith("<")).isEqualTo(accept.endsWith("xml"));
    }
  }

  @Test
  @Tag("case-216")
  void shouldResizeANodeByRest() throws Exception {
    // given
    fleet.bring("h1:1234", NodeState.RUNNING);
    fleet.node("h1:1234").offers(5120, 4).register();
    fleet.node("h1:1234").heartbeat();
    String body = "{\"resource\":{\"memory\":8192,\"vCores\":5},\"overCommitTimeout\":1000}";
    // when
    HttpResponse<String> answer =
        Rest.exchange(rm.conf(), "POST", NODES + "/h1:1234/resource", "application/json", body);
    // then
    assertThat(answer.statusCode()).isEqualTo(200);
    Resizes.awaitShown(rm, "h1:1234", 8192, 5);
    // when
    HttpResponse<String> refused =
        Rest.exchange(rm.conf(), "POST", NODES + "/badnode/resource", "application/json", body);
    // then
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("IllegalArgumentException");
  }

  // ---- counts and the page ----

  @Test
  @Tag("case-218")
  void shouldCountTheNodesAsTheGaugesDo() throws Exception {
    // given
    fleet.bring("h1:1234", NodeState.RUNNING);
    fleet.bring("h3:1236", NodeState.REBOOTED);
    // when
    JsonNode metrics = json("/ws/v1/cluster/metrics").path("clusterMetrics");
    // then
    ClusterMetrics gauges = ClusterMetrics.getMetrics();
    assertThat(metrics.size()).isEqualTo(37);
    assertThat(metrics.path("activeNodes").asInt()).isEqualTo(gauges.getNumActiveNMs()).isOne();
    assertThat(metrics.path("rebootedNodes").asInt()).isEqualTo(gauges.getNumRebootedNMs()).isOne();
    assertThat(metrics.path("lostNodes").asInt()).isEqualTo(gauges.getNumLostNMs());
    assertThat(metrics.path("unhealthyNodes").asInt()).isEqualTo(gauges.getUnhealthyNMs());
    assertThat(metrics.path("decommissioningNodes").asInt())
        .isEqualTo(gauges.getNumDecommissioningNMs());
    assertThat(metrics.path("decommissionedNodes").asInt())
        .isEqualTo(gauges.getNumDecommisionedNMs());
    assertThat(metrics.path("shutdownNodes").asInt()).isEqualTo(gauges.getNumShutdownNMs());
    assertThat(metrics.path("totalNodes").asInt()).isEqualTo(2);
  }

  /** Hadoop 3.5.0 has two columns more than the 16 and 20 of 3.4.3: physical memory and cores. */
  @Test
  @Tag("case-219")
  void shouldShowTheColumnsOfTheNodesPage() throws Exception {
    // given
    fleet.bring("h1:1234", NodeState.RUNNING);
    fleet.bring("h3:1236", NodeState.LOST);
    // when, then
    assertThat(headersOf("/cluster/nodes")).isEqualTo(new Headers(25, 18));
    assertThat(headersOf("/cluster/nodes/lost")).isEqualTo(new Headers(25, 18));
    rm.hadoop()
        .getConfig()
        .setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    assertThat(headersOf("/cluster/nodes")).isEqualTo(new Headers(25, 22));
    rm.hadoop()
        .getConfig()
        .setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, false);
  }

  private record Headers(long metrics, long nodes) {}

  private static Headers headersOf(String page) throws Exception {
    String html = Rest.exchange(rm.conf(), "GET", page, "text/html", "").body();
    int table = html.indexOf("<table id=\"nodes\"");
    assertThat(table).isPositive();
    return new Headers(headers(html.substring(0, table)), headers(html.substring(table)));
  }

  private static long headers(String html) {
    return Pattern.compile("<th\\b").matcher(html).results().count();
  }

  // ---- helpers ----

  private static List<String> idsOf(String path) throws Exception {
    return nodesOf(path).stream().map(node -> text(node, "id")).toList();
  }

  private static List<JsonNode> nodesOf(String path) throws Exception {
    JsonNode list = json(path).path("nodes").path("node");
    return StreamSupport.stream(list.spliterator(), false).toList();
  }

  private static JsonNode json(String path) throws Exception {
    return JSON.readTree(rm.rest(path));
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText();
  }
}
