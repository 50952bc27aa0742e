package ebb.admin;

import static ebb.admin.AdminApiServer.Answer;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fleet as it was, and what has changed since. */
class PastRoutesTest extends AdminApiTestBase {
  private static final NodeId HOST1 = new NodeId("host1", 1234);
  private static final NodeId HOST2 = new NodeId("host2", 1234);
  private static final Instant T0 = Instant.parse("2026-01-31T08:00:00Z");

  /** host1 drains for a minute from the tenth second on, and leaves at its deadline. */
  @BeforeEach
  void haveAPast() {
    List<JournaledEvent> events = new ArrayList<>(journal(HOST1, at(0)));
    events.addAll(journal(HOST2, at(5)));
    events.add(
        of(
            2,
            new DecommissioningStarted(
                HOST1,
                1,
                T0.plusSeconds(10),
                DrainTimeout.of(Duration.ofMinutes(1)),
                TimeoutSource.REQUEST,
                Optional.of(Resource.of(1, 1)),
                at(10))));
    events.add(
        of(
            3,
            new NodeDecommissioned(
                HOST1,
                1,
                DecommissionCause.TIMEOUT,
                Optional.of(new RemainingWork(3, 1)),
                Optional.empty(),
                at(72))));
    api.journal = events;
  }

  /** A node that enters the register and registers. */
  static List<JournaledEvent> journal(NodeId node, Provenance by) {
    return List.of(
        new JournaledEvent.OfLists(
            new JournalPosition(1, "NodesListManager|ebb", 1),
            new NodesListEvent.NodeSeen(node, new NodeAddress(node.host(), "10.0.0.1"), by)),
        of(1, new NodeRegistered(node, Resource.of(1, 1), true, by)));
  }

  @Test
  void shouldShowTheFleetAtAnInstant() throws Exception {
    assertThat(states("at=" + T0)).containsExactly("RUNNING");
    assertThat(states("at=" + T0.plusSeconds(20))).containsExactly("DECOMMISSIONING", "RUNNING");
    assertThat(states("at=" + T0.plusSeconds(72))).containsExactly("DECOMMISSIONED", "RUNNING");

    JsonNode node = nodes("at=" + T0.plusSeconds(20)).path(0);
    assertThat(node.at("/drain/deadline").asText()).isEqualTo("2026-01-31T08:01:10Z");
    assertThat(node.at("/drain/secondsLeft").asLong()).isEqualTo(50);
    assertThat(node.path("address").asText()).isEqualTo("10.0.0.1");
  }

  @Test
  void shouldSayOfADrainNoMoreThanTheJournalKnows() throws Exception {
    JsonNode before = nodes("at=" + T0.plusSeconds(69)).path(0);
    JsonNode behind = nodes("at=" + T0.plusSeconds(70)).path(0);

    assertThat(before.path("status").isNull()).isTrue();
    assertThat(before.path("containers").isNull()).isTrue();
    assertThat(behind.path("status").asText()).isEqualTo("TIMEOUT");
  }

  @Test
  void shouldExplainANodeAsItWas() throws Exception {
    assertThat(why(HOST1, 5)).isEqualTo("host1:1234 is RUNNING and does not drain.");
    assertThat(why(HOST1, 20))
        .startsWith("host1:1234 has been draining since 2026-01-31T08:00:10Z, for 10s: ")
        .contains("What it waits for was not recorded yet. At 2026-01-31T08:01:10Z, in 50s, the")
        .doesNotContain("heartbeat", "request at");
    assertThat(why(HOST1, 80))
        .startsWith("host1:1234 is DECOMMISSIONED and does not drain. It drained from")
        .contains("left at its deadline at 2026-01-31T08:01:12Z, after 1m2s");
    Answer early = api.get("/api/v1/nodes/host2:1234/why?at=" + T0);
    assertProblem(early, 404, "node-not-found");
  }

  private static String why(NodeId node, long second) throws Exception {
    String path = "/api/v1/nodes/%s/why?at=%s".formatted(node, T0.plusSeconds(second));
    JsonNode why = api.get(path).json();
    assertThat(why.path("forecast").isNull()).isTrue();
    return why.path("summary").asText();
  }

  @Test
  void shouldFilterAndPageAsForNow() throws Exception {
    String then = "at=" + T0.plusSeconds(71);
    assertThat(states(then + "&states=RUNNING")).containsExactly("RUNNING");
    assertThat(states(then + "&host=host1")).containsExactly("DECOMMISSIONING");
    assertThat(states(then + "&host=10.0.0.1")).hasSize(2);
    assertThat(states(then + "&substatus=TIMEOUT")).containsExactly("DECOMMISSIONING");
    JsonNode first = api.get("/api/v1/nodes?limit=1&" + then).json();
    assertThat(first.path("nodes")).hasSize(1);
    assertThat(states(then + "&limit=1&cursor=" + first.path("next").asText()))
        .containsExactly("RUNNING");
  }

  @Test
  void shouldTellWhatChanged() throws Exception {
    JsonNode changes =
        api.get("/api/v1/diff?from=%s&to=%s".formatted(T0, T0.plusSeconds(80)))
            .json()
            .path("nodes");

    assertThat(changes.findValuesAsText("nodeId")).contains("host1:1234", "host2:1234");
    assertThat(changes.at("/0/before/state").asText()).isEqualTo("RUNNING");
    assertThat(changes.at("/0/after/state").asText()).isEqualTo("DECOMMISSIONED");
    assertThat(changes.at("/0/after/lastDrain/containers").asInt()).isEqualTo(3);
    assertThat(changes.at("/0/newest/event").asText()).isEqualTo("node.decommissioned");
    assertThat(changes.at("/1/before").isNull()).isTrue();
    assertThat(api.get("/api/v1/diff?from=" + T0.plusSeconds(80)).json().path("nodes").isEmpty())
        .isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "nodes?at=2026-01-31T07:59:59Z",
        "nodes/host1:1234/why?at=2026-01-31T07:59:59Z",
        "nodes/host1:1234/why?at=2526-01-31T08:00:00Z",
        "nodes/host1:1234/why?at=2026-01-31T08:00:00",
        "nodes?at=2526-01-31T08:00:00Z",
        "nodes?at=2026-01-31T08:00:00",
        "nodes?at=yesterday",
        "diff?from=2026-01-31T07:59:59Z",
        "diff?from=2026-01-31T08:00:10Z&to=2026-01-31T08:00:00Z"
      })
  void shouldRefuseAnInstantOfWhichNothingIsKnown(String query) throws Exception {
    Answer answer = api.get("/api/v1/" + query);

    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field"))
        .isEqualTo(query.substring(query.indexOf('?') + 1, query.indexOf('=')));
  }

  @Test
  void shouldSayWhenTheJournalBegins() throws Exception {
    assertThat(api.get("/api/v1/nodes?at=2026-01-31T07:00:00Z").text("detail"))
        .isEqualTo("The journal begins at 2026-01-31T08:00:00Z, after 2026-01-31T07:00:00Z");
  }

  @Test
  void shouldRefuseWhatNoJournalTells() throws Exception {
    Answer answer = api.get("/api/v1/nodes?substatus=READY&at=" + T0);

    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field")).isEqualTo("substatus");
  }

  private static List<String> states(String query) throws Exception {
    return nodes(query).findValuesAsText("state");
  }

  private static JsonNode nodes(String query) throws Exception {
    return api.get("/api/v1/nodes?" + query).json().path("nodes");
  }

  private static JournaledEvent of(long number, NodeEvent event) {
    return new JournaledEvent.OfNode(
        new JournalPosition(number, "RMNode|" + event.nodeId(), number), event);
  }

  private static Provenance at(long second) {
    return new Provenance(
        T0.plusSeconds(second),
        "rm1",
        "anna",
        Origin.HTTP,
        Optional.empty(),
        Optional.of("new disks"),
        Optional.of("op-9"),
        4);
  }
}
