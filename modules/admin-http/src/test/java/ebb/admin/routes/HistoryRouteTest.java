package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.Resource;
import ebb.domain.TimeoutSource;
import ebb.domain.forecast.PastDrains;
import ebb.domain.lists.NodesListEvent.LeadTaken;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.feed.JournalSummary;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.NodesListReply;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happened to many nodes, in a few answers. */
class HistoryRouteTest extends AdminApiTestBase {
  private static final NodeId HOST1 = new NodeId("host1", 1234);
  private static final NodeId HOST2 = new NodeId("host2", 1234);
  private static final NodeId HOST3 = new NodeId("host3", 1234);
  private static final Instant T0 = Instant.parse("2026-11-22T08:00:00Z");

  @Test
  void shouldTellTheEventsOfAnOperationOfItsNodesInOneAnswer() throws Exception {
    // given an operation with host1 and host2, each lost in it, and host3 lost in another
    api.leader.answersOperationsWith(
        new NodesListReply.OperationSeen(
            Optional.of(OperationsRoutesTest.progress(HOST1)), List.of()));
    hasPast(HOST1, "op-9");
    hasPast(HOST2, "op-9");
    hasPast(HOST3, "op-8");
    // when
    JsonNode answer = api.get("/api/v1/history?operation=op-9").json();
    // then
    JsonNode events = answer.path("events");
    assertThat(events.findValuesAsText("nodeId")).containsExactly("host1:1234", "host2:1234");
    assertThat(events.findValuesAsText("event")).containsOnly("node.lost");
    assertThat(events.findValuesAsText("state")).containsOnly("LOST");
    assertThat(answer.path("next").isNull()).isTrue();
  }

  @Test
  void shouldTellWhatHappenedSinceATimeToAllNodes() throws Exception {
    // given nodes that registered at T0 and were lost ten seconds later
    api.leader.knows(node(HOST2), node(HOST1));
    hasPast(HOST1, "op-9");
    hasPast(HOST2, "op-8");
    // when
    JsonNode later = api.get("/api/v1/history?since=" + T0.plusSeconds(10)).json().path("events");
    JsonNode all = api.get("/api/v1/history?since=" + T0).json().path("events");
    // then
    assertThat(later.findValuesAsText("event")).containsExactly("node.lost", "node.lost");
    assertThat(later.findValuesAsText("nodeId")).containsExactly("host1:1234", "host2:1234");
    assertThat(all.findValuesAsText("event"))
        .containsExactly("node.registered", "node.lost", "node.registered", "node.lost");
  }

  @Test
  void shouldTellEachNodeOnceOverAllPages() throws Exception {
    // given
    api.leader.knows(node(HOST3), node(HOST1), node(HOST2));
    List.of(HOST1, HOST2, HOST3).forEach(node -> hasPast(node, "op-9"));
    // when
    JsonNode first = api.get("/api/v1/history?limit=2").json();
    JsonNode second =
        api.get("/api/v1/history?limit=2&cursor=" + first.path("next").asText()).json();
    // then
    assertThat(first.path("events").findValuesAsText("nodeId"))
        .containsExactly("host1:1234", "host1:1234", "host2:1234", "host2:1234");
    assertThat(second.path("events").findValuesAsText("nodeId"))
        .containsExactly("host3:1234", "host3:1234");
    assertThat(second.path("next").isNull()).isTrue();
  }

  @Test
  void shouldSayThatTheOperationIsNotKnown() throws Exception {
    api.leader.answersOperationsWith(new NodesListReply.OperationSeen(Optional.empty(), List.of()));

    assertProblem(api.get("/api/v1/history?operation=op-1"), 404, "operation-not-found");
  }

  @Test
  void shouldReportDrainsThatHaveEnded() throws Exception {
    api.leader.knows(node(HOST1), node(HOST2), node(HOST3));
    hasDrained(HOST1, DecommissionCause.TIMEOUT);
    hasDrained(HOST2, DecommissionCause.READY);
    hasPast(HOST3, "op-9"); // lost without a drain

    JsonNode drains = api.get("/api/v1/drains").json().path("drains");

    assertThat(drains.findValuesAsText("nodeId")).containsExactly("host1:1234", "host2:1234");
    assertThat(drains.findValuesAsText("outcome")).containsExactly("TIMEOUT", "READY");
    JsonNode first = drains.get(0);
    assertThat(first.path("startedAt").asText()).isEqualTo(T0.plusSeconds(10).toString());
    assertThat(first.path("seconds").asInt()).isEqualTo(60);
    assertThat(first.path("deadline").asText()).isEqualTo(T0.plusSeconds(70).toString());
    assertThat(first.path("lateMillis").asInt()).isZero();
    assertThat(first.path("instance").asText()).isEqualTo("rm1");
    assertThat(drains.get(1).path("lateMillis").isNull()).isTrue();
    assertThat(first.path("failovers").isEmpty()).isTrue();
    assertThat(first.path("askedBy").path("operationId").asText()).isEqualTo("op-9");
  }

  @Test
  void shouldTellWhichFailoversADrainCrossed() throws Exception {
    api.summary =
        new JournalSummary(
            PastDrains.NONE,
            List.of(lead(1, 0), lead(2, 10), lead(3, 11), lead(4, 70), lead(5, 71)));
    api.leader.knows(node(HOST1));
    hasDrained(HOST1, DecommissionCause.TIMEOUT); // from second 10 to 70

    JsonNode failovers = api.get("/api/v1/drains").json().at("/drains/0/failovers");

    assertThat(failovers.findValuesAsText("instance")).containsExactly("rm3", "rm4");
    assertThat(failovers.at("/0/at").asText()).isEqualTo(T0.plusSeconds(11).toString());
  }

  private static LeadTaken lead(long term, long second) {
    return new LeadTaken(
        term,
        new Provenance(
            T0.plusSeconds(second),
            "rm" + term,
            "ebb",
            Origin.START,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            0));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "node=host1:1234, 1",
    "since=2026-11-22T08:01:10Z, 2",
    "since=2026-11-22T08:01:11Z, 0",
    "until=2026-11-22T08:01:10Z, 0",
    "until=2026-11-22T08:01:11Z, 2",
    "limit=1, 1"
  })
  void shouldReportTheDrainsThatAreWanted(String query, int expected) throws Exception {
    api.leader.knows(node(HOST1), node(HOST2));
    hasDrained(HOST1, DecommissionCause.TIMEOUT);
    hasDrained(HOST2, DecommissionCause.READY);

    assertThat(api.get("/api/v1/drains?" + query).json().path("drains")).hasSize(expected);
  }

  @Test
  void shouldReportTheDrainsThatAnOperationBeganOrEnded() throws Exception {
    api.leader.answersOperationsWith(
        new NodesListReply.OperationSeen(
            Optional.of(OperationsRoutesTest.progress(HOST1)), List.of()));
    hasDrained(HOST1, DecommissionCause.FORCED);
    hasDrained(HOST2, DecommissionCause.FORCED);

    assertThat(api.get("/api/v1/drains?operation=op-9").json().path("drains")).hasSize(2);
    assertThat(api.get("/api/v1/drains?operation=op-10").json().path("drains")).hasSize(2);
    assertThat(api.get("/api/v1/drains?operation=op-9&node=host1:1234").json().path("drains"))
        .hasSize(1);
    assertThat(api.get("/api/v1/drains?operation=op-11").json().path("drains")).isEmpty();
  }

  @Test
  void shouldSayThatTheNodeIsNotKnown() throws Exception {
    assertProblem(api.get("/api/v1/drains?node=never:1"), 404, "node-not-found");
    assertProblem(api.get("/api/v1/history?node=never:1"), 404, "node-not-found");
    api.leader.answersOperationsWith(new NodesListReply.OperationSeen(Optional.empty(), List.of()));
    assertProblem(
        api.get("/api/v1/drains?node=host1:1234&operation=x"), 404, "operation-not-found");
  }

  /** Registered at T0, drained by op-9 from ten seconds on, and out by op-10 a minute later. */
  private static void hasDrained(NodeId node, DecommissionCause cause) {
    api.pasts.put(
        node,
        List.of(
            registered(node),
            new JournaledEvent.OfNode(
                position(node, 2),
                new DecommissioningStarted(
                    node,
                    1,
                    T0.plusSeconds(10),
                    DrainTimeout.ofSeconds(60),
                    TimeoutSource.REQUEST,
                    Optional.of(Resource.of(1, 1)),
                    by(T0.plusSeconds(10), Optional.of("op-9")))),
            new JournaledEvent.OfNode(
                position(node, 3),
                new NodeDecommissioned(
                    node, 1, cause, by(T0.plusSeconds(70), Optional.of("op-10"))))));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "since=yesterday",
        "until=now",
        "node=h1",
        "since=2026-11-22",
        "limit=0",
        "limit=1001",
        "limit=x",
        "cursor=a",
        "operation=a&operation=b"
      })
  void shouldRefuseAValueThatIsNotAllowed(String query) throws Exception {
    Answer answer = api.get("/api/v1/history?" + query);

    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field")).isEqualTo(query.substring(0, query.indexOf('=')));
  }

  private static NodeStateUpdate node(NodeId id) {
    return new NodeStateUpdate(1, 1, NodeLifecycle.unregistered(id), Optional.empty());
  }

  /** Registered, and lost in an operation. */
  private static void hasPast(NodeId node, String operation) {
    api.pasts.put(
        node,
        List.of(
            registered(node),
            new JournaledEvent.OfNode(
                position(node, 2),
                new NodeLost(node, by(T0.plusSeconds(10), Optional.of(operation))))));
  }

  private static JournaledEvent.OfNode registered(NodeId node) {
    return new JournaledEvent.OfNode(
        position(node, 1),
        new NodeRegistered(node, Resource.of(1, 1), true, by(T0, Optional.empty())));
  }

  private static JournalPosition position(NodeId node, long sequence) {
    return new JournalPosition(sequence, "RMNode|" + node, sequence);
  }

  private static Provenance by(Instant at, Optional<String> operation) {
    return new Provenance(
        at, "rm1", "anna", Origin.HTTP, Optional.empty(), Optional.empty(), operation, 4);
  }
}
