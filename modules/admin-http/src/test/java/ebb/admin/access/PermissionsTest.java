package ebb.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.NodeState;
import ebb.domain.RejectionCode;
import ebb.node.NodeReply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A role allows what it names, and there is no way around it. */
class PermissionsTest extends PermissionsTestBase {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "PATCH /lists/exclude     | {'add':[{'host':'gpu'}]}              | drain",
        "PATCH /lists/exclude     | {'remove':['gpu']}                    | recommission",
        "POST /queue              | {'hosts':[{'host':'gpu'}],'maxParallel':'1'} | drain",
        "POST /queue/q-gpu        | {'change':'HOLD'}                     | drain",
        "POST /scale-in           | {'nodes':1}                           | drain",
        "PUT /nodes/gpu:1/timeout | {'timeoutSecs':60}                    | timeout",
        "POST /operations/op-7/force | {}                                 | force",
        "POST /leave              | {}                                    | leave",
      })
  void shouldAllowTheVerbsOfARoleAndNoOthers(String request, String body, String verb)
      throws Exception {
    for (String other : List.of("drain", "recommission", "timeout", "force", "leave")) {
      giveNodes();
      Answer answer = send("only-" + other, request, body);

      if (other.equals(verb)) {
        assertThat(answer.status()).as(other + ": " + answer.json()).isBetween(200, 299);
      } else {
        AdminApiTestBase.assertProblem(answer, 403, "forbidden");
        assertThat(answer.text("detail"))
            .isEqualTo("only-%s may %s, not %s".formatted(other, other, verb));
        assertNothingWasDone();
      }
    }
    AdminApiTestBase.assertProblem(send("reader", request, body), 403, "forbidden");
    assertThat(send("admin", request, body).status()).isBetween(200, 299);
  }

  @ParameterizedTest(name = "a refresh that would {0}")
  @ValueSource(strings = {"drain", "recommission", "timeout", "force"})
  void shouldJudgeARefreshByItsPlan(String verb) throws Exception {
    NodeAction action =
        switch (verb) {
          case "drain", "timeout" -> drain(60);
          case "recommission" -> new NodeAction.Recommission();
          default -> new NodeAction.ShutDown();
        };
    // To drain a node that drains already is to change its timeout.
    NodeState before = verb.equals("timeout") ? NodeState.DECOMMISSIONING : NodeState.RUNNING;
    for (String other : List.of("drain", "recommission", "timeout", "force")) {
      giveNodes();
      api.leader.answersDryRunsWith(plan(List.of(), decision("gpu", action, before)));
      Answer answer = send("only-" + other, "POST /refresh", "{'type':'GRACEFUL'}");

      if (other.equals(verb)) {
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
        assertThat(api.leader.refreshes.take().dryRun()).isTrue();
        assertThat(api.leader.refreshes.take().request().plan()).contains(TOKEN);
      } else {
        AdminApiTestBase.assertProblem(answer, 403, "forbidden");
        assertThat(answer.text("detail")).endsWith(", not " + verb);
        assertNothingWasDone();
      }
    }
  }

  /** Without the right to force, nothing ends at once, whatever it is called. */
  @Test
  void shouldNotEndDrainsAtOnceByAnotherName() throws Exception {
    assertRefused(send("team", "PATCH /lists/exclude", "{'add':[{'host':'gpu','timeoutSecs':0}]}"));
    assertRefused(
        send(
            "team", "POST /queue", "{'hosts':[{'host':'gpu','timeoutSecs':0}],'maxParallel':'1'}"));
    assertRefused(send("team", "POST /scale-in", "{'nodes':1,'hosts':['gpu'],'timeoutSecs':0}"));
    // The configured timeout is that of hosts without one.
    lists(Set.of(), List.of(), 0);
    assertRefused(send("team", "POST /queue", "{'hosts':[{'host':'gpu'}],'maxParallel':'1'}"));
    lists(Set.of(), List.of());
    api.leader.answersDryRunsWith(plan(List.of(), decision("gpu", drain(0), NodeState.RUNNING)));
    assertRefused(send("team", "POST /refresh", "{'type':'GRACEFUL'}"));
    api.leader.answersDryRunsWith(
        plan(List.of(new NodeId("gpu", 1)), decision("gpu", drain(60), NodeState.DECOMMISSIONING)));
    assertRefused(send("team", "POST /refresh", "{'type':'GRACEFUL'}"));
    // A drain of which this leader does not know how long it has run.
    api.leader.answersDryRunsWith(
        plan(List.of(), decision("own1.a", drain(60), NodeState.DECOMMISSIONING)));
    assertRefused(send("team", "POST /refresh", "{'type':'GRACEFUL'}"));
  }

  private static void assertRefused(Answer answer) throws Exception {
    AdminApiTestBase.assertProblem(answer, 403, "forbidden");
    assertThat(answer.text("detail"))
        .isEqualTo("team may drain, recommission, timeout nodes of " + SCOPE + ", not force");
    assertNothingWasDone();
  }

  /** Only the node knows whether its drain would end. */
  @Test
  void shouldNotEndADrainByItsTimeout() throws Exception {
    api.leader.answersTimeoutChangesWith(
        new NodeReply.Refused(
            new NodeId("gpu", 1), RejectionCode.CONFIRMATION_REQUIRED, "it would end"));

    Answer answer = send("team", "PUT /nodes/gpu:1/timeout", "{'timeoutSecs':0}");

    AdminApiTestBase.assertProblem(answer, 403, "forbidden");
    assertThat(answer.text("detail")).endsWith(", not force");
    assertThat(api.leader.timeoutChanges.take().change().requireConfirmation()).isTrue();
  }

  // ---- what a caller learns ----

  @Test
  void shouldSayWhatTheCallerMay() throws Exception {
    JsonNode team = send("team", "GET /whoami", "").json();
    assertThat(team.path("role").asText()).isEqualTo("team");
    assertThat(texts(team.path("permissions"))).containsExactly("DRAIN", "RECOMMISSION", "TIMEOUT");
    assertThat(team.path("scope").asText()).isEqualTo(SCOPE);
    JsonNode admin = send("admin", "GET /whoami", "").json();
    assertThat(texts(admin.path("permissions")))
        .containsExactlyElementsOf(Arrays.stream(Permission.values()).map(Enum::name).toList());
    assertThat(admin.path("scope").isNull()).isTrue();
    assertThat(texts(send("reader", "GET /whoami", "").json().path("permissions"))).isEmpty();
  }

  @Test
  void shouldLetEveryRoleReadAndPlan() throws Exception {
    assertThat(send("only-leave", "GET /nodes", "").status()).isEqualTo(200);
    assertThat(send("team", "POST /refresh", "{'type':'NORMAL','dryRun':true}").status())
        .isEqualTo(200);
    assertThat(send("team", "POST /scale-in", "{'nodes':3,'dryRun':true}").status()).isEqualTo(200);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }
}
