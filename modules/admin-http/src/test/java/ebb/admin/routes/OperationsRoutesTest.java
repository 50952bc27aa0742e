package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.domain.DrainOutcome;
import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent.RefreshAccepted;
import ebb.domain.lists.OperationProgress;
import ebb.domain.lists.OperationProgress.Part;
import ebb.domain.lists.OperationProgress.Phase;
import ebb.domain.lists.OperationSummary;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.domain.refresh.Undo;
import ebb.domain.work.Workload;
import ebb.hosts.RefreshRejection;
import ebb.node.DrainProgress;
import ebb.node.NodeStateUpdate;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was asked for, what became of it, and what an operator can still change. */
public class OperationsRoutesTest extends OperationsRoutesFixture {
  private static final NodeId HOST2 = new NodeId("host2", 1234);
  private static final NodeId HOST3 = new NodeId("host3", 1234);

  public static final Undo UNDO =
      new Undo(
          7,
          new TreeMap<>(Map.of("h1", Optional.empty(), "h2", Optional.of(DrainTimeout.INFINITE))),
          new TreeSet<>(Set.of("h3")),
          new TreeMap<>(Map.of(HOST1, DrainTimeout.ofSeconds(60))),
          new TreeMap<>(Map.of(HOST2, "its drain has ended")));

  /** One node that drains, one that has ended. */
  public static OperationProgress progress(NodeId node) {
    return new OperationProgress(
        accepted(),
        List.of(
            new Part(decision(node), Phase.DRAINING, Optional.empty()),
            new Part(decision(HOST2), Phase.ENDED, Optional.of(DrainOutcome.READY))));
  }

  // ---- looking ----

  @Test
  void shouldListOperationsWithTheirProgress() throws Exception {
    api.leader.answersOperationsWith(
        new NodesListReply.OperationsSeen(
            List.of(
                new OperationSummary(
                    "op-9",
                    4,
                    RefreshType.GRACEFUL,
                    Tracking.CLIENT,
                    Optional.empty(),
                    BY,
                    5,
                    2,
                    1,
                    Map.of(DrainOutcome.FORCED, 2))),
            true));

    Answer answer = api.get("/api/v1/operations?limit=1&cursor=7");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("operations").get(0))
        .hasToString(
            "{\"id\":\"op-9\",\"type\":\"GRACEFUL\",\"tracking\":\"CLIENT\","
                + "\"at\":\"2026-11-22T08:00:00Z\",\"actor\":\"anna\",\"origin\":\"HTTP\","
                + "\"peer\":{\"address\":\"10.0.0.7\",\"user\":\"anna@EXAMPLE.ORG\","
                + "\"method\":\"KERBEROS\",\"verified\":true},"
                + "\"reason\":\"kernel\",\"listVersion\":4,\"ofOperation\":null,"
                + "\"nodes\":{\"total\":5,\"pending\":2,\"draining\":1,\"ended\":2,"
                + "\"outcomes\":{\"READY\":0,\"TIMEOUT\":0,\"FORCED\":2,\"NORMAL\":0,"
                + "\"RECOMMISSIONED\":0,\"LOST\":0,\"REBOOTED\":0,\"SHUTDOWN\":0}},"
                + "\"complete\":false,\"forecast\":null}");
    assertThat(answer.text("next")).isEqualTo("4");
    var asked = (NodesListCommand.ListOperations) asked();
    assertThat(asked.before()).isEqualTo(7);
    assertThat(asked.limit()).isEqualTo(1);
  }

  @Test
  void shouldHaveNoNextPageBehindTheLast() throws Exception {
    api.leader.answersOperationsWith(new NodesListReply.OperationsSeen(List.of(), false));

    Answer answer = api.get("/api/v1/operations");

    assertThat(answer.json()).hasToString("{\"operations\":[],\"next\":null}");
    assertThat(((NodesListCommand.ListOperations) asked()).limit()).isEqualTo(50);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"limit=0", "limit=501", "limit=x", "cursor=0", "cursor=a", "limit=1&limit=2"})
  void shouldRefuseAParameterThatIsNotAllowed(String query) throws Exception {
    Answer answer = api.get("/api/v1/operations?" + query);

    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field")).isEqualTo(query.split("=", 2)[0]);
  }

  @Test
  void shouldShowWhatBecameOfEachNode() throws Exception {
    // given one node that drains, one that ended, and one of which nothing is known
    api.leader.answersOperationsWith(
        new NodesListReply.OperationSeen(
            Optional.of(
                new OperationProgress(
                    accepted(),
                    List.of(
                        new Part(decision(HOST1), Phase.DRAINING, Optional.empty()),
                        new Part(decision(HOST2), Phase.ENDED, Optional.of(DrainOutcome.READY)),
                        new Part(decision(HOST3), Phase.PENDING, Optional.empty())))),
            List.of(
                waiting(HOST1, new Workload(2, new TreeSet<>(Set.of("app-7")))), draining(HOST2))));
    // when
    JsonNode operation = api.get("/api/v1/operations/op-9").json();
    // then
    assertThat(operation.path("id").asText()).isEqualTo("op-9");
    assertThat(operation.path("tracking").asText()).isEqualTo("SERVER");
    assertThat(operation.path("nodes"))
        .asString()
        .startsWith("{\"total\":3,\"pending\":1,\"draining\":1,\"ended\":1,")
        .contains("\"READY\":1,\"TIMEOUT\":0");
    JsonNode first = operation.path("decisions").get(0);
    assertThat(first.path("nodeId").asText()).isEqualTo("host1:1234");
    assertThat(first.path("action").asText()).isEqualTo("GRACEFUL_DECOMMISSION");
    assertThat(first.path("timeoutSeconds").asLong()).isEqualTo(90);
    assertThat(first.path("state").asText()).isEqualTo("DECOMMISSIONING");
    assertThat(first.path("drain").path("epoch").asLong()).isEqualTo(2);
    assertThat(first.path("status").asText()).isEqualTo("WAIT_CONTAINER");
    assertThat(first.path("containers").asInt()).isEqualTo(2);
    assertThat(first.path("applications")).hasToString("[\"app-7\"]");
    assertThat(first.path("outcome").isNull()).isTrue();
    JsonNode second = operation.path("decisions").get(1);
    assertThat(second.path("outcome").asText()).isEqualTo("READY");
    assertThat(second.path("drain").isNull()).as("a later drain is not this operation's").isTrue();
    JsonNode third = operation.path("decisions").get(2);
    assertThat(third.path("state").isNull()).isTrue();
    assertThat(third.path("outcome").isNull()).isTrue();
  }

  @Test
  void shouldNotTakeForNothingWhatADrainWaitsForWhileNobodyKnows() throws Exception {
    api.leader.answersOperationsWith(
        new NodesListReply.OperationSeen(
            Optional.of(
                new OperationProgress(
                    accepted(),
                    List.of(new Part(decision(HOST1), Phase.DRAINING, Optional.empty())))),
            List.of(draining(HOST1))));

    JsonNode part = api.get("/api/v1/operations/op-9").json().path("decisions").get(0);

    assertThat(part.path("status").asText()).isEqualTo("WAIT_CONTAINER");
    assertThat(part.path("containers").isNull()).isTrue();
    assertThat(part.path("applications").isNull()).isTrue();
  }

  @Test
  void shouldShowThatADeadlineHasPassedAlsoWhileTheNodeDoesNotSaySo() throws Exception {
    api.leader.answersOperationsWith(
        new NodesListReply.OperationSeen(
            Optional.of(
                new OperationProgress(
                    accepted(),
                    List.of(new Part(decision(HOST1), Phase.DRAINING, Optional.empty())))),
            List.of(draining(HOST1, DrainTimeout.ofSeconds(90)))));

    JsonNode part = api.get("/api/v1/operations/op-9").json().path("decisions").get(0);

    assertThat(part.path("status").asText()).isEqualTo("TIMEOUT");
  }

  @Test
  void shouldSayThatAnOperationIsNotKnown() throws Exception {
    api.leader.answersOperationsWith(new NodesListReply.OperationSeen(Optional.empty(), List.of()));

    assertProblem(api.get("/api/v1/operations/op-1"), 404, "operation-not-found");
  }

  // ---- undo ----

  @Test
  void shouldSayWhatWouldUndoAnOperation() throws Exception {
    api.leader.answersOperationsWith(
        new NodesListReply.OperationSeen(
            Optional.of(new OperationProgress(accepted(), List.of())),
            List.of(),
            Optional.of(UNDO)));

    Answer answer = api.get("/api/v1/operations/op-9/undo");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(((NodesListCommand.FindOperation) asked()).withUndo()).isTrue();
    assertThat(answer.json())
        .hasToString(
            "{\"operationId\":\"op-9\",\"listVersion\":7,"
                + "\"add\":[{\"host\":\"h1\",\"timeoutSecs\":null,\"hold\":false},"
                + "{\"host\":\"h2\",\"timeoutSecs\":-1,\"hold\":false}],"
                + "\"remove\":[\"h3\"],"
                + "\"timeouts\":[{\"nodeId\":\"host1:1234\",\"timeoutSecs\":60}],"
                + "\"skipped\":[{\"nodeId\":\"host2:1234\",\"why\":\"its drain has ended\"}]}");
  }

  @Test
  void shouldNotUndoWhatIsNotKnown() throws Exception {
    api.leader.answersOperationsWith(new NodesListReply.OperationSeen(Optional.empty(), List.of()));

    assertProblem(api.get("/api/v1/operations/op-1/undo"), 404, "operation-not-found");
  }

  // ---- force ----

  @Test
  void shouldForceTheDrainsOfAnOperation() throws Exception {
    api.leader.answersRefreshesWith(
        new NodesListReply.Refreshed(
            "op-10",
            RefreshType.FORCEFUL,
            5,
            false,
            List.of(
                new NodeDecision(
                    HOST1,
                    new NodeAction.EndDrainOf("op-9", 4),
                    HostAdmission.EXCLUDED_BY_HOST,
                    NodeState.DECOMMISSIONING)),
            new TreeSet<>()));

    Answer answer = api.post("/api/v1/operations/op-9/force", "{\"reason\":\"power cut\"}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("operationId")).isEqualTo("op-10");
    assertThat(answer.json().path("decisions").get(0).path("action").asText())
        .isEqualTo("DECOMMISSION");
    var asked = api.leader.refreshes.poll(5, TimeUnit.SECONDS);
    assertThat(asked).isNotNull();
    assertThat(asked.request().type()).isEqualTo(RefreshType.FORCEFUL);
    assertThat(asked.request().ofOperation()).contains("op-9");
    assertThat(asked.initiator().reason()).contains("power cut");
  }

  @Test
  void shouldForceWithoutABody() throws Exception {
    api.leader.answersRefreshesWith(nothingForced());

    String bare = "POST /api/v1/operations/op-9/force HTTP/1.1\r\nHost: localhost\r\n";
    String answer = api.sendRaw(bare + "Connection: close\r\nContent-Length: 0\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 200 ");
    var asked = api.leader.refreshes.poll(5, TimeUnit.SECONDS);
    assertThat(asked).isNotNull();
    assertThat(asked.request().ofOperation()).contains("op-9");
    assertThat(asked.initiator().reason()).isEmpty();
  }

  /** They send a request without a body to other sites without asking these first. */
  @Test
  void shouldRefuseAForceWithoutABodyOfAWebPage() throws Exception {
    Answer answer =
        api.send(
            api.request("/api/v1/operations/op-9/force")
                .header("Origin", "https://evil.example")
                .POST(BodyPublishers.noBody()));

    assertProblem(answer, 415, "unsupported-media-type");
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldNameNoOperationWhenThereWasNothingToForce() throws Exception {
    api.leader.answersRefreshesWith(nothingForced());

    Answer answer = api.post("/api/v1/operations/op-9/force", "{}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("operationId").isNull()).isTrue();
    assertThat(answer.json().path("dryRun").asBoolean()).isFalse();
    assertThat(answer.json().path("decisions")).isEmpty();
  }

  private static NodesListReply.Refreshed nothingForced() {
    return new NodesListReply.Refreshed(
        "", RefreshType.FORCEFUL, 5, false, List.of(), new TreeSet<>());
  }

  @Test
  void shouldSayThatTheOperationToForceIsNotKnown() throws Exception {
    api.leader.answersRefreshesWith(
        new NodesListReply.Rejected(RefreshRejection.UNKNOWN_OPERATION, "No operation op-1"));

    assertProblem(api.post("/api/v1/operations/op-1/force", "{}"), 404, "operation-not-found");
  }

  @Test
  void shouldRefuseAFieldThatForceDoesNotKnow() throws Exception {
    Answer answer = api.post("/api/v1/operations/op-1/force", "{\"nodes\":[]}");

    assertProblem(answer, 400, "unknown-field");
    assertThat(api.leader.refreshes).isEmpty();
  }

  private static RefreshAccepted accepted() {
    return new RefreshAccepted(
        "op-9",
        4,
        RefreshType.GRACEFUL,
        Optional.empty(),
        DrainTimeout.ofSeconds(3600),
        "hash",
        List.of(decision(HOST1), decision(HOST2), decision(HOST3)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        BY);
  }

  private static NodeDecision decision(NodeId node) {
    return new NodeDecision(
        node,
        new NodeAction.GracefulDecommission(DrainTimeout.ofSeconds(90), TimeoutSource.REQUEST),
        HostAdmission.EXCLUDED_BY_HOST,
        NodeState.RUNNING);
  }

  private static NodeStateUpdate waiting(NodeId node, Workload waitsFor) {
    NodeStateUpdate draining = draining(node);
    return new NodeStateUpdate(
        draining.revision(),
        draining.update(),
        draining.node(),
        Optional.of(new DrainProgress(DrainStatus.WAIT_CONTAINER, Optional.of(waitsFor))));
  }
}
