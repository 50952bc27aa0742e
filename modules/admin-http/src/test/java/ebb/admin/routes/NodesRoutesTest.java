package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.CapturedLog;
import ebb.admin.http.Problems;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.RunningContainers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodesRoutesTest extends NodesRoutesFixture {
  @Test
  void shouldListAllNodesInTheOrderOfTheirIds() throws Exception {
    // given
    api.leader.knows(running("host2"), running("host1"));
    // when
    JsonNode nodes = api.get("/api/v1/nodes").json().path("nodes");
    // then
    assertThat(nodes.findValuesAsText("nodeId")).containsExactly("host1:1234", "host2:1234");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "states=DECOMMISSIONING,LOST",
        "states=decommissioning",
        "states=LOST&states=DECOMMISSIONING",
        "substatus=wait_container",
        "substatus=READY,WAIT_CONTAINER&states=DECOMMISSIONING",
        "host=host2,host3",
        "host=10.0.0.2"
      })
  void shouldListTheNodesInTheWantedStates(String query) throws Exception {
    // given
    api.leader.knows(running("host1"), draining("host2", DrainTimeout.INFINITE, Optional.empty()));
    api.leader.hasAddress(new NodeId("host2", 1234), "10.0.0.2");
    // when
    JsonNode nodes = api.get("/api/v1/nodes?" + query).json().path("nodes");
    // then
    assertThat(nodes.findValuesAsText("nodeId")).containsExactly("host2:1234");
    assertThat(nodes.findValuesAsText("address")).containsExactly("10.0.0.2");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "states=GONE",
        "states=",
        "states=LOST,",
        "substatus=NONE",
        "substatus=DECOMMISSIONED",
        "host=",
        "limit=0",
        "limit=-1",
        "limit=10001",
        "limit=x",
        "limit=1&limit=2",
        "cursor=",
        "cursor=%20",
        "cursor=aG9zdDE",
        "cursor=bjE6aG9zdDE",
        "cursor=-w",
      })
  void shouldRefuseAValueThatIsNotAllowed(String query) throws Exception {
    // when
    Answer answer = api.get("/api/v1/nodes?" + query);
    // then
    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field")).isEqualTo(query.substring(0, query.indexOf('=')));
  }

  @Test
  void shouldRefuseAnUnknownParameter() throws Exception {
    // when
    Answer answer = api.get("/api/v1/nodes?state=LOST");
    // then
    assertProblem(answer, 400, "unknown-parameter");
    assertThat(answer.text("field")).isEqualTo("state");
  }

  @Test
  void shouldTellWhatTheLeaderHasSeenOfANode() throws Exception {
    // given a node that was heard of, and one that was not
    NodeId heard = new NodeId("host1", 1234);
    api.leader.knows(running("host1"), running("host2"));
    api.leader.hasSeen(
        heard,
        new NodeObservation(
            Optional.of(start),
            Optional.of(Resource.of(1024, 1)),
            Optional.of(new RunningContainers(7, 2)),
            Optional.of(
                new NodeManagerInfo(
                    "3.5.0", "/rack1", List.of("gpu"), List.of("rm.yarn.io/zone=a")))));
    // when
    JsonNode first = api.get("/api/v1/nodes/host1:1234").json();
    JsonNode second = api.get("/api/v1/nodes/host2:1234").json();
    // then
    assertThat(first.path("lastHeartbeat").asText()).isEqualTo(start.toString());
    assertThat(first.path("capacity")).hasToString("{\"memoryMb\":4096,\"vcores\":4}");
    assertThat(first.path("currentCapacity")).hasToString("{\"memoryMb\":1024,\"vcores\":1}");
    assertThat(second.path("lastHeartbeat").isNull()).isTrue();
    assertThat(second.path("currentCapacity").isNull()).isTrue();
    assertThat(first.path("running")).hasToString("{\"containers\":7,\"applicationMasters\":2}");
    assertThat(second.path("running").isNull()).isTrue();
    assertThat(first.path("nodeManager"))
        .hasToString(
            "{\"version\":\"3.5.0\",\"rack\":\"/rack1\",\"labels\":[\"gpu\"],"
                + "\"attributes\":[\"rm.yarn.io/zone=a\"]}");
    assertThat(second.path("nodeManager").isNull()).isTrue();
    assertThat(second.path("capacity").isNull()).isFalse();
  }

  @Test
  void shouldShowEachNodeOnceOverAllPages() throws Exception {
    // given
    api.leader.knows(running("d"), running("a"), running("c"), running("e"), running("b"));
    // when
    JsonNode first = api.get("/api/v1/nodes?limit=2").json();
    JsonNode second = api.get("/api/v1/nodes?limit=2&cursor=" + next(first)).json();
    JsonNode third = api.get("/api/v1/nodes?limit=2&cursor=" + next(second)).json();
    // then
    assertThat(hosts(first)).containsExactly("a:1234", "b:1234");
    assertThat(hosts(second)).containsExactly("c:1234", "d:1234");
    assertThat(hosts(third)).containsExactly("e:1234");
    assertThat(third.path("next").isNull()).isTrue();
  }

  @Test
  void shouldShowNoFurtherPageBehindAPageThatIsJustFull() throws Exception {
    api.leader.knows(running("a"), running("b"));

    JsonNode page = api.get("/api/v1/nodes?limit=2").json();

    assertThat(hosts(page)).hasSize(2);
    assertThat(page.has("next")).isTrue();
    assertThat(page.path("next").isNull()).isTrue();
  }

  @Test
  void shouldNeitherRepeatNorMissANodeWhenOthersComeAndGoBetweenTwoPages() throws Exception {
    // given a first page that ends with c
    api.leader.knows(running("a"), running("c"), running("e"), running("g"));
    JsonNode first = api.get("/api/v1/nodes?limit=2").json();
    assertThat(hosts(first)).containsExactly("a:1234", "c:1234");
    // when nodes before and behind it come, and c itself goes
    api.leader.knows(running("a"), running("b"), running("d"), running("e"), running("g"));
    JsonNode second = api.get("/api/v1/nodes?limit=9&cursor=" + next(first)).json();
    // then
    assertThat(hosts(second)).containsExactly("d:1234", "e:1234", "g:1234");
  }

  @Test
  void shouldGoOnThroughTheNodesThatMatch() throws Exception {
    // given draining nodes among others
    api.leader.knows(
        draining("a", DrainTimeout.INFINITE, Optional.empty()),
        running("b"),
        draining("c", DrainTimeout.INFINITE, Optional.empty()));
    // when
    JsonNode first = api.get("/api/v1/nodes?states=DECOMMISSIONING&limit=1").json();
    JsonNode second =
        api.get("/api/v1/nodes?states=DECOMMISSIONING&limit=1&cursor=" + next(first)).json();
    // then
    assertThat(hosts(first)).containsExactly("a:1234");
    assertThat(hosts(second)).containsExactly("c:1234");
    assertThat(second.path("next").isNull()).isTrue();
  }

  private static String next(JsonNode page) {
    return page.path("next").asText();
  }

  private static List<String> hosts(JsonNode page) {
    return page.path("nodes").findValuesAsText("nodeId");
  }

  @Test
  void shouldSayThatANodeIsUnknown() throws Exception {
    assertProblem(api.get("/api/v1/nodes/host9:1234"), 404, "node-not-found");
    assertProblem(api.get("/api/v1/nodes/host9:1234/history"), 404, "node-not-found");
  }

  @Test
  void shouldRefuseWhatIsNoNodeId() throws Exception {
    // when
    Answer answer = api.get("/api/v1/nodes/host1");
    // then
    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field")).isEqualTo("id");
    assertThat(answer.text("detail")).contains("host:port");
  }

  @ParameterizedTest(name = "[{index}]")
  @MethodSource("idsOfNoNode")
  void shouldRefuseANodeIdThatNoNodeCanHave(String path, String detail) throws Exception {
    for (String end : List.of("", "/history")) {
      Answer answer = api.get("/api/v1/nodes/" + path + end);

      assertProblem(answer, 400, "invalid-parameter");
      assertThat(answer.text("field")).isEqualTo("id");
      assertThat(answer.text("detail")).contains(detail);
    }
  }

  static Stream<Arguments> idsOfNoNode() {
    return Stream.of(
        Arguments.of("h".repeat(254) + ":1", "' has 254 characters; allowed are 1 to 253"),
        Arguments.of("a%00b:1", "the character U+0000"),
        Arguments.of("a:65536", "port 65536 is not allowed"),
        Arguments.of("a:-7", "port -7 is not allowed"));
  }

  @Test
  void shouldSayThatTheLeaderIsSilent() throws Exception {
    // given
    api.leader.fallsSilent();
    // when, then
    assertProblem(api.get("/api/v1/nodes"), 503, "leader-unavailable");
    assertProblem(api.get("/api/v1/nodes/host1:1234"), 503, "leader-unavailable");
  }

  @Test
  void shouldTellTheHistoryOfANode() throws Exception {
    // given
    NodeId nodeId = new NodeId("host1", 1234);
    api.past =
        CompletableFuture.completedFuture(
            List.of(
                journaled(1, new NodeRegistered(nodeId, Resource.of(4096, 4), true, by)),
                journaled(2, new NodeLost(nodeId, by))));
    // when
    JsonNode events = api.get("/api/v1/nodes/host1:1234/history").json().path("events");
    // then
    assertThat(events).hasSize(2);
    assertThat(events.get(0).path("state").asText()).isEqualTo("RUNNING");
    JsonNode event = events.get(1);
    assertThat(event.path("sequence").asLong()).isEqualTo(2);
    assertThat(event.path("at").asText()).isEqualTo(start.toString());
    assertThat(event.path("event").asText()).isEqualTo("node.lost");
    assertThat(event.path("state").asText()).isEqualTo("LOST");
    assertThat(event.path("actor").asText()).isEqualTo("anna");
    assertThat(event.path("origin").asText()).isEqualTo("RPC");
    assertThat(event.path("reason").asText()).isEqualTo("new kernel");
    assertThat(event.path("operationId").asText()).isEqualTo("op-9");
    assertThat(event.path("listVersion").asLong()).isEqualTo(4);
    assertThat(event.path("instance").asText()).isEqualTo("rm1");
    assertThat(event.path("summary").asText())
        .contains(start.toString(), "host1:1234", "LOST", "anna", "new kernel");
  }

  @Test
  void shouldKeepTheReasonOfAFailureForTheLog() throws Exception {
    // given
    IllegalStateException failure = new IllegalStateException("secret of the database");
    api.past = CompletableFuture.failedFuture(failure);
    try (CapturedLog log = CapturedLog.of(Problems.class.getName())) {
      // when
      Answer answer = api.get("/api/v1/nodes/host1:1234/history");
      // then
      assertProblem(answer, 500, "internal-error");
      assertThat(answer.response().body()).doesNotContain("secret", "IllegalState");
      assertThat(log.messages()).containsExactly("A request failed: secret of the database");
    }
  }

  private static JournaledEvent.OfNode journaled(long sequence, NodeEvent event) {
    return new JournaledEvent.OfNode(
        new JournalPosition(sequence, "RMNode|" + event.nodeId(), sequence), event);
  }

  @Test
  void shouldNotCallANodeUnknownThatTheLeaderDoesNotKnowYet() throws Exception {
    api.leader.doesNotKnowYet(new NodeId("h9", 1));
    assertProblem(api.get("/api/v1/nodes/h9:1/why"), 503, "leader-unavailable");
    assertProblem(api.get("/api/v1/nodes/h9:1"), 503, "leader-unavailable");
    assertProblem(api.get("/api/v1/nodes/h8:1"), 404, "node-not-found");
  }
}
