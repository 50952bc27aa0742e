package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.TimeoutSource;
import ebb.domain.lists.HostAdmission;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.refresh.RefreshRequest;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshRouteTest extends AdminApiTestBase {
  private static final String PATH = "/api/v1/refresh";
  private static final NodeId HOST1 = new NodeId("host1", 1234);
  private static final NodeId HOST2 = new NodeId("host2", 1234);
  private static final NodeId HOST3 = new NodeId("host3", 1234);
  private static final NodeId HOST4 = new NodeId("host4", 1234);

  @Test
  void shouldShowWhatWhoeverAskedMayNotExpect() throws Exception {
    List<String> warnings = List.of("The exclude file lacks h3");
    api.leader.answersRefreshesWith(
        new Refreshed("op-1", RefreshType.NORMAL, 8, false, List.of(), new TreeSet<>(), warnings));

    Answer answer = api.post(PATH, "{\"type\":\"NORMAL\"}");

    assertThat(answer.json().path("warnings"))
        .singleElement()
        .extracting(JsonNode::asText)
        .isEqualTo("The exclude file lacks h3");
  }

  @Test
  void shouldPassTheWholeRequestOnToTheLeader() throws Exception {
    // given
    api.leader.answersRefreshesWith(refreshed(List.of(), new TreeSet<>()));
    // when
    Answer answer =
        api.post(
            PATH,
            "{\"type\":\"GRACEFUL\",\"timeoutSecs\":90,\"reason\":\"kernel\",\"dryRun\":true,"
                + "\"requireConfirmation\":true}");
    // then
    assertThat(answer.status()).isEqualTo(200);
    RefreshNodes asked = asked();
    assertThat(asked.request())
        .isEqualTo(
            new RefreshRequest(
                RefreshType.GRACEFUL,
                Optional.of(DrainTimeout.ofSeconds(90)),
                Tracking.SERVER,
                Optional.empty(),
                false,
                false,
                Optional.empty()));
    assertThat(asked.dryRun()).isTrue();
    assertThat(asked.requireConfirmation()).isTrue();
    assertThat(asked.initiator().actor()).isEqualTo("anonymous");
    assertThat(asked.initiator().origin()).isEqualTo(Origin.HTTP);
    assertThat(asked.initiator().peer())
        .contains(new Peer("127.0.0.1", "anonymous", AuthMethod.NONE));
    assertThat(asked.initiator().reason()).contains("kernel");
  }

  @Test
  void shouldAnswerTheDecisionOnEachNode() throws Exception {
    // given one decision of each kind
    api.leader.answersRefreshesWith(
        refreshed(
            List.of(
                drain(HOST1, DrainTimeout.ofSeconds(90), TimeoutSource.HOST_ENTRY),
                drain(HOST2, DrainTimeout.INFINITE, TimeoutSource.REQUEST),
                new NodeDecision(
                    HOST3,
                    new NodeAction.Decommission(DecommissionCause.NORMAL),
                    HostAdmission.EXCLUDED_BY_IP,
                    NodeState.UNHEALTHY),
                new NodeDecision(
                    HOST4,
                    new NodeAction.Recommission(),
                    HostAdmission.ALLOWED,
                    NodeState.DECOMMISSIONING)),
            new TreeSet<>()));
    // when
    Answer answer = api.post(PATH, "{\"type\":\"GRACEFUL\"}");
    // then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("operationId")).isEqualTo("op-1");
    assertThat(answer.json().path("listVersion").asLong()).isEqualTo(7);
    assertThat(answer.json().path("pending")).isEmpty();
    JsonNode decisions = answer.json().path("decisions");
    assertThat(decisions).hasSize(4);
    assertThat(decisions.get(0))
        .hasToString(
            "{\"nodeId\":\"host1:1234\",\"action\":\"GRACEFUL_DECOMMISSION\",\"timeoutSeconds\":90,"
                + "\"held\":false,\"timeoutSource\":\"HOST_ENTRY\",\"rule\":\"EXCLUDED_BY_HOST\","
                + "\"before\":\"RUNNING\"}");
    assertThat(decisions.get(1).path("timeoutSeconds").isNull()).isTrue();
    assertThat(decisions.get(1).path("timeoutSource").asText()).isEqualTo("REQUEST");
    assertThat(decisions.get(2).path("action").asText()).isEqualTo("DECOMMISSION");
    assertThat(decisions.get(2).path("rule").asText()).isEqualTo("EXCLUDED_BY_IP");
    assertThat(decisions.get(2).path("timeoutSource").isNull()).isTrue();
    assertThat(decisions.get(3).path("action").asText()).isEqualTo("RECOMMISSION");
    assertThat(decisions.get(3).path("before").asText()).isEqualTo("DECOMMISSIONING");
  }

  @Test
  void shouldAnswerAcceptedAndNameTheNodesThatAreStillPending() throws Exception {
    // given
    api.leader.answersRefreshesWith(
        refreshed(
            List.of(drain(HOST1, DrainTimeout.INFINITE, TimeoutSource.REQUEST)),
            new TreeSet<>(List.of(HOST1))));
    // when
    Answer answer = api.post(PATH, "{\"type\":\"GRACEFUL\",\"timeoutSecs\":-1}");
    // then
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json().path("pending").get(0).asText()).isEqualTo("host1:1234");
  }

  @Test
  void shouldGiveADryRunNoOperation() throws Exception {
    // given
    api.leader.answersRefreshesWith(
        new Refreshed("", RefreshType.NORMAL, 8, true, List.of(), new TreeSet<>()));
    // when
    Answer answer = api.post(PATH, "{\"type\":\"NORMAL\",\"dryRun\":true}");
    // then
    assertThat(answer.json().path("operationId").isNull()).isTrue();
    assertThat(answer.json().path("dryRun").asBoolean()).isTrue();
  }

  @ParameterizedTest(name = "{0} is answered with {1}")
  @CsvSource({
    "LIST_UNREADABLE, 409, list-unreadable",
    "CONFIGURATION_UNREADABLE, 409, configuration-unreadable",
    "OLDER_LISTS, 409, older-lists",
    "NODES_NOT_SEEN, 503, not-ready",
    "KEY_REUSED, 409, idempotency-key-reused",
    "JOURNAL_UNAVAILABLE, 503, journal-unavailable"
  })
  void shouldSayWhyTheLeaderRefused(RefreshRejection code, int status, String shown)
      throws Exception {
    // given
    api.leader.answersRefreshesWith(new Rejected(code, "exclude.xml line 3: no number"));
    // when
    Answer answer = api.post(PATH, "{\"type\":\"NORMAL\"}");
    // then
    assertProblem(answer, status, shown);
    assertThat(answer.text("detail")).isEqualTo("exclude.xml line 3: no number");
  }

  @Test
  void shouldNotClaimThatNothingHappenedWhenTheLeaderIsSilent() throws Exception {
    // given
    api.leader.fallsSilent();
    // when
    Answer answer = api.post(PATH, "{\"type\":\"NORMAL\"}");
    // then
    assertProblem(answer, 503, "leader-unavailable");
    assertThat(answer.text("detail")).contains("not known");
  }

  @Test
  void shouldNotClaimThatNothingHappenedWhenTheJournalDidNotConfirmIt() throws Exception {
    // given a database that may have taken the plan before it fell silent
    api.leader.answersRefreshesWith(
        new Rejected(RefreshRejection.JOURNAL_UNAVAILABLE, "it was not written in time"));
    // when
    Answer answer = api.post(PATH, "{\"type\":\"NORMAL\"}");
    // then
    assertThat(answer.text("title")).isNotBlank().doesNotContain("nothing was changed");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\":\"NORMAL\",\"force\":true}                  | unknown-field | force",
        "{}                                                    | missing-field | type",
        "{\"type\":null}                                       | invalid-field | type",
        "{\"type\":\"normal\"}                                 | invalid-field | type",
        "{\"type\":1}                                          | invalid-field | type",
        "{\"type\":\"GRACEFUL\",\"timeoutSecs\":-2}            | invalid-field | timeoutSecs",
        "{\"type\":\"GRACEFUL\",\"timeoutSecs\":\"90\"}        | invalid-field | timeoutSecs",
        "{\"type\":\"GRACEFUL\",\"timeoutSecs\":1.5}           | invalid-field | timeoutSecs",
        "{\"type\":\"GRACEFUL\",\"timeoutSecs\":2147483648}    | invalid-field | timeoutSecs",
        "{\"type\":\"NORMAL\",\"timeoutSecs\":90}              | invalid-field | timeoutSecs",
        "{\"type\":\"NORMAL\",\"reason\":7}                    | invalid-field | reason",
        "{\"type\":\"NORMAL\",\"reason\":\"\"}                 | invalid-field | reason",
        "{\"type\":\"NORMAL\",\"reason\":\"a\\nb\"}            | invalid-field | reason",
        "{\"type\":\"NORMAL\",\"dryRun\":\"yes\"}              | invalid-field | dryRun",
        "{\"type\":\"NORMAL\",\"acceptOlder\":1}             | invalid-field | acceptOlder",
        "{\"type\":\"GRACEFUL\",\"keepTimeouts\":\"\"}       | invalid-field | keepTimeouts",
        "{\"type\":\"NORMAL\",\"tracking\":\"CLIENT\"}         | invalid-field | tracking",
        "{\"type\":\"GRACEFUL\",\"tracking\":\"client\"}       | invalid-field | tracking",
      })
  void shouldRefuseAWrongFieldByName(String body, String code, String field) throws Exception {
    // when
    Answer answer = api.post(PATH, body);
    // then
    assertProblem(answer, 400, code);
    assertThat(answer.text("field")).isEqualTo(field);
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldPassOnWhoTracksTheDrainsAndThatOlderListsAreMeant() throws Exception {
    api.leader.answersRefreshesWith(refreshed(List.of(), new TreeSet<>()));

    api.post(
        PATH,
        "{\"type\":\"GRACEFUL\",\"tracking\":\"CLIENT\",\"acceptOlder\":true,"
            + "\"keepTimeouts\":true}");

    RefreshRequest asked = asked().request();
    assertThat(asked.keepTimeouts()).isTrue();
    assertThat(asked.tracking()).isEqualTo(Tracking.CLIENT);
    assertThat(asked.acceptOlder()).isTrue();
  }

  @Test
  void shouldGiveTheSameKeyAndBodyTheSameNameAndAnotherBodyAnother() throws Exception {
    api.leader.answersRefreshesWith(refreshed(List.of(), new TreeSet<>()));

    RequestKey first = keyOf("{\"type\":\"NORMAL\"}");
    RequestKey again = keyOf("{\"type\":\"NORMAL\"}");
    RequestKey other = keyOf("{\"type\":\"FORCEFUL\"}");

    assertThat(first.key()).isEqualTo("retry 1");
    assertThat(again).isEqualTo(first);
    assertThat(other.key()).isEqualTo(first.key());
    assertThat(other.fingerprint()).isNotEqualTo(first.fingerprint());
  }

  private static RequestKey keyOf(String body) throws Exception {
    api.send(
        api.request(PATH)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "retry 1")
            .POST(BodyPublishers.ofString(body)));
    return asked().request().key().orElseThrow();
  }

  @ParameterizedTest(name = "[{index}]")
  @ValueSource(strings = {"", " "})
  void shouldRefuseAKeyThatCannotBeShown(String key) throws Exception {
    assertKeyIsRefused(key);
  }

  @Test
  void shouldRefuseAKeyThatIsTooLong() throws Exception {
    assertKeyIsRefused("k".repeat(129));
  }

  private static void assertKeyIsRefused(String key) throws Exception {
    Answer answer =
        api.send(
            api.request(PATH)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString("{\"type\":\"NORMAL\"}")));

    assertProblem(answer, 400, "invalid-parameter");
    assertThat(answer.text("field")).isEqualTo("Idempotency-Key");
    assertThat(answer.text("detail")).contains("1 to 128", "got " + key.strip().length());
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldRefuseAReasonThatIsTooLong() throws Exception {
    // when
    Answer answer = api.post(PATH, "{\"type\":\"NORMAL\",\"reason\":\"" + "x".repeat(1001) + "\"}");
    // then
    assertProblem(answer, 400, "invalid-field");
    assertThat(answer.text("field")).isEqualTo("reason");
    assertThat(answer.text("detail")).contains("has 1001 characters; allowed are 1 to 1000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\uD83D", "\\uDE00\\uD83D"})
  void shouldRefuseAReasonThatTheJournalCannotHold(String escaped) throws Exception {
    // when
    Answer answer = api.post(PATH, "{\"type\":\"NORMAL\",\"reason\":\"a" + escaped + "\"}");
    // then
    assertProblem(answer, 400, "invalid-field");
    assertThat(answer.text("field")).isEqualTo("reason");
    assertThat(answer.text("detail")).contains("has the character U+");
    assertThat(api.leader.refreshes).isEmpty();
  }

  @ParameterizedTest(name = "[{index}] {0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``",
        "[]",
        "\"NORMAL\"",
        "{\"type\":",
        "{\"type\":\"NORMAL\"} {}",
        "{\"type\":\"NORMAL\",\"type\":\"FORCEFUL\"}",
      })
  void shouldRefuseWhatIsNoJsonObject(String body) throws Exception {
    // when
    Answer answer = api.post(PATH, body);
    // then
    assertProblem(answer, 400, "malformed-json");
    assertThat(answer.text("detail")).doesNotContain("Source", "StreamReadFeature");
    assertThat(api.leader.refreshes).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
  void shouldRefuseWhatAPageOfAnotherSiteCouldSend(String contentType) throws Exception {
    // when
    Answer answer = api.post(PATH, contentType, BodyPublishers.ofString("{\"type\":\"FORCEFUL\"}"));
    // then
    assertProblem(answer, 415, "unsupported-media-type");
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldRefuseABodyThatIsTooLarge() throws Exception {
    // given a body whose length is announced, and one whose length is not
    String body = "{\"type\":\"NORMAL\",\"reason\":\"" + "x".repeat(100_000) + "\"}";
    // when
    Answer announced = api.post(PATH, body);
    Answer chunked =
        api.post(
            PATH,
            "application/json",
            BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))));
    // then
    assertProblem(announced, 413, "content-too-large");
    assertProblem(chunked, 413, "content-too-large");
  }

  @Test
  void shouldRefuseAQuery() throws Exception {
    // when
    Answer answer = api.post(PATH + "?dryRun=true", "{\"type\":\"NORMAL\"}");
    // then
    assertProblem(answer, 400, "unknown-parameter");
    assertThat(answer.text("field")).isEqualTo("dryRun");
    assertThat(api.leader.refreshes).isEmpty();
  }

  private static RefreshNodes asked() throws InterruptedException {
    RefreshNodes asked = api.leader.refreshes.poll(5, TimeUnit.SECONDS);
    assertThat(asked).isNotNull();
    return asked;
  }

  private static NodeDecision drain(NodeId nodeId, DrainTimeout timeout, TimeoutSource source) {
    return new NodeDecision(
        nodeId,
        new NodeAction.GracefulDecommission(timeout, source),
        HostAdmission.EXCLUDED_BY_HOST,
        NodeState.RUNNING);
  }

  private static Refreshed refreshed(List<NodeDecision> decisions, SortedSet<NodeId> pending) {
    return new Refreshed("op-1", RefreshType.GRACEFUL, 7, false, decisions, pending);
  }
}
