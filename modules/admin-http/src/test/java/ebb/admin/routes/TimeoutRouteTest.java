package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import ebb.domain.DrainTimeout;
import ebb.domain.RejectionCode;
import ebb.domain.TimeoutChange;
import ebb.domain.provenance.Origin;
import ebb.node.NodeReply;
import ebb.nodeslist.observed.NodeObservation;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another timeout for a drain that runs. */
public class TimeoutRouteTest extends OperationsRoutesFixture {
  @ParameterizedTest(name = "{0}")
  @CsvSource({"7200, 2h", "0, 0s", "-1, infinite"})
  void shouldGiveARunningDrainAnotherTimeout(long seconds, String timeout) throws Exception {
    // given
    api.leader.knows(draining(HOST1));
    api.leader.answersTimeoutChangesWith(new NodeReply.Current(draining(HOST1)));
    NodeObservation heard =
        new NodeObservation(
            Optional.of(Instant.EPOCH), Optional.empty(), Optional.empty(), Optional.empty());
    api.leader.hasSeen(HOST1, heard);
    // when
    Answer answer = putTimeout("{\"timeoutSecs\":" + seconds + ",\"reason\":\"long job\"}");
    // then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("nodeId")).isEqualTo("host1:1234");
    assertThat(answer.text("lastHeartbeat")).isEqualTo("1970-01-01T00:00:00Z");
    assertThat(answer.json().path("drain").path("timeoutSource").asText()).isEqualTo("OPERATOR");
    var asked = api.leader.timeoutChanges.poll(5, TimeUnit.SECONDS);
    assertThat(asked).isNotNull();
    assertThat(asked.nodeId()).isEqualTo(HOST1);
    assertThat(asked.change().timeout().orElseThrow()).hasToString(timeout);
    assertThat(asked.change().requireConfirmation()).isFalse();
    assertThat(asked.initiator().origin()).isEqualTo(Origin.HTTP);
    assertThat(asked.initiator().reason()).contains("long job");
  }

  @Test
  void shouldNameTheOperationOfATimeoutThatTheNodeHasNotAppliedYet() throws Exception {
    api.leader.answersTimeoutChangesWith(new NodeReply.Accepted(HOST1, "op-5"));

    Answer answer = putTimeout("{\"timeoutSecs\":7200}");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json()).hasToString("{\"nodeId\":\"host1:1234\",\"operationId\":\"op-5\"}");
  }

  @Test
  void shouldTakeATimeoutInTheFormInWhichPeopleThink() throws Exception {
    api.leader.answersTimeoutChangesWith(new NodeReply.Current(draining(HOST1)));
    Instant before = Instant.now();

    assertThat(change("\"longerBySecs\":1800").extension()).contains(Duration.ofMinutes(30));
    assertThat(change("\"deadline\":\"2026-11-22T18:00:00.5Z\"").deadline())
        .contains(Instant.parse("2026-11-22T18:00:00.5Z"));
    TimeoutChange expecting = change("\"timeoutSecs\":9,\"ifEpoch\":7,\"ifTimeoutSecs\":-1");
    assertThat(expecting.ifEpoch()).contains(7L);
    assertThat(expecting.ifTimeout()).contains(DrainTimeout.INFINITE);
    assertThat(change("\"fromNowSecs\":60").deadline().orElseThrow())
        .isBetween(before.plusSeconds(60), Instant.now().plusSeconds(60));
  }

  private static TimeoutChange change(String form) throws Exception {
    Answer answer = putTimeout("{" + form + ",\"requireConfirmation\":true}");
    assertThat(answer.status()).isEqualTo(200);
    TimeoutChange change = api.leader.timeoutChanges.poll(5, TimeUnit.SECONDS).change();
    assertThat(change.requireConfirmation()).isTrue();
    return change;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "CONFIRMATION_REQUIRED, 409, confirmation-required",
    "DRAIN_CHANGED, 409, plan-changed",
    "UNKNOWN_NODE, 404, node-not-found",
    "NOT_DRAINING, 409, not-draining",
    "DRAIN_HELD, 409, drain-held",
    "NODE_INACTIVE, 409, not-draining",
    "JOURNAL_UNAVAILABLE, 503, journal-unavailable",
    "STALE, 503, leader-unavailable",
  })
  void shouldTellApartWhyADrainGetsNoOtherTimeout(RejectionCode refusal, int status, String code)
      throws Exception {
    api.leader.answersTimeoutChangesWith(new NodeReply.Refused(HOST1, refusal, "host1:1234 is so"));

    Answer answer = putTimeout("{\"timeoutSecs\":7200}");

    assertProblem(answer, status, code);
    assertThat(answer.text("detail")).isEqualTo("host1:1234 is so");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                | missing-field | timeoutSecs",
        "{\"timeoutSecs\":null}            | missing-field | timeoutSecs",
        "{\"timeoutSecs\":9,\"fromNowSecs\":9} | invalid-field | fromNowSecs",
        "{\"longerBySecs\":-1}             | invalid-field | longerBySecs",
        "{\"fromNowSecs\":\"1h\"}          | invalid-field | fromNowSecs",
        "{\"deadline\":\"18:00\"}          | invalid-field | deadline",
        "{\"timeoutSecs\":1,\"requireConfirmation\":1} | invalid-field | requireConfirmation",
        "{\"timeoutSecs\":1,\"ifEpoch\":\"1\"} | invalid-field | ifEpoch",
        "{\"timeoutSecs\":-2}              | invalid-field | timeoutSecs",
        "{\"timeoutSecs\":1,\"tracking\":1} | unknown-field | tracking",
      })
  void shouldRefuseAWrongFieldByName(String body, String code, String field) throws Exception {
    Answer answer = putTimeout(body);

    assertProblem(answer, 400, code);
    assertThat(answer.text("field")).isEqualTo(field);
  }

  private static Answer putTimeout(String body) throws Exception {
    return api.send(
        api.request("/api/v1/nodes/host1:1234/timeout")
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)));
  }
}
