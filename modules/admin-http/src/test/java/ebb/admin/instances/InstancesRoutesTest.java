package ebb.admin.instances;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /instances} and {@code /leave}. */
class InstancesRoutesTest extends AdminApiTestBase {
  private static final String NOBODY = "anonymous from 127.0.0.1 (unverified)";
  private static final String LEAVE = "/api/v1/leave";

  @Test
  void shouldShowTheInstancesAndWhichOneLeads() throws Exception {
    // given
    api.instances.members =
        List.of(
            new InstanceView("rm1", InstanceState.STANDBY),
            new InstanceView("rm2", InstanceState.LEADING));
    // when
    Answer answer = api.get("/api/v1/instances");
    // then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json())
        .hasToString(
            "{\"instances\":[{\"instance\":\"rm1\",\"state\":\"STANDBY\"},"
                + "{\"instance\":\"rm2\",\"state\":\"LEADING\"}]}");
  }

  @Test
  void shouldTellTheNamedInstanceToLeaveInTheNameOfWhoeverAsks() throws Exception {
    // given
    api.instances.answer = new LeaveAnswer.Begun("rm1", Optional.of("rm2"), false);
    // when
    Answer answer =
        api.post(LEAVE, "{\"instance\":\"rm1\",\"force\":true,\"reason\":\"new memory\"}");
    // then
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json())
        .hasToString("{\"instance\":\"rm1\",\"leader\":\"rm2\",\"process\":null}");
    assertThat(api.instances.orders)
        .containsExactly(
            new LeaveOrder(Optional.of("rm1"), true, NOBODY, Optional.of("new memory")));
  }

  @Test
  void shouldMeanTheInstanceThatIsAskedWhenNoneIsNamed() throws Exception {
    // given nobody who leads afterwards
    api.instances.answer = new LeaveAnswer.Begun("rm1", Optional.empty(), true);
    // when
    Answer answer = api.send(api.request(LEAVE).POST(BodyPublishers.noBody()));
    // then
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json().path("leader").isNull()).isTrue();
    assertThat(answer.json().has("leader")).isTrue();
    assertThat(answer.json().path("process").path("pid").asLong())
        .isEqualTo(ProcessHandle.current().pid());
    assertThat(api.instances.orders)
        .containsExactly(new LeaveOrder(Optional.empty(), false, NOBODY, Optional.empty()));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "UNKNOWN_INSTANCE, 404, instance-not-found",
    "LEAVES_ALREADY, 409, instance-leaving",
    "NOBODY_TAKES_OVER, 409, nobody-takes-over",
    "NO_ANSWER, 503, instance-unavailable"
  })
  void shouldSayWhyItDoesNotLeave(LeaveRejection code, int status, String problem)
      throws Exception {
    // given
    api.instances.answer = new LeaveAnswer.Refused(code, "Because of the test");
    // when
    Answer answer = api.post(LEAVE, "{}");
    // then
    assertProblem(answer, status, problem);
    assertThat(answer.text("detail")).isEqualTo("Because of the test");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"instance\":7}          | invalid-field | instance",
        "{\"instance\":\" \"}      | invalid-field | instance",
        "{\"force\":\"yes\"}       | invalid-field | force",
        "{\"reason\":\"a\\nb\"}    | invalid-field | reason",
        "{\"name\":\"rm1\"}        | unknown-field | name"
      })
  void shouldRefuseABodyThatIsNotUnderstood(String body, String code, String field)
      throws Exception {
    Answer answer = api.post(LEAVE, body);

    assertProblem(answer, 400, code);
    assertThat(answer.text("field")).isEqualTo(field);
    assertThat(api.instances.orders).isEmpty();
  }

  /** A page of another site would send it without asking first. */
  @Test
  void shouldNotLetABrowserSendItWithoutABody() throws Exception {
    Answer answer =
        api.send(
            api.request(LEAVE)
                .header("Origin", "http://elsewhere.example")
                .POST(BodyPublishers.noBody()));

    assertProblem(answer, 415, "unsupported-media-type");
    assertThat(api.instances.orders).isEmpty();
  }

  @Test
  void shouldRefuseAQuery() throws Exception {
    JsonNode problem = api.get("/api/v1/instances?state=LEADING").json();

    assertThat(problem.path("code").asText()).isEqualTo("unknown-parameter");
  }
}
