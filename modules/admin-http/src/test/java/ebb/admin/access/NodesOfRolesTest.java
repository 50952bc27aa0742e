package ebb.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import ebb.domain.NodeState;
import ebb.nodeslist.protocol.NodesListCommand.EditExcludes;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A role is for the nodes that it names, and there is no way around it. */
class NodesOfRolesTest extends PermissionsTestBase {
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "PATCH /lists/exclude    | {'add':[{'host':'h3'}]}                 | h3",
        "PATCH /lists/exclude    | {'add':[{'host':'gpu'},{'host':'h3'}]}  | h3",
        "PATCH /lists/exclude    | {'add':[{'host':'10.0.0.3'}]}           | 10.0.0.3",
        "PATCH /lists/exclude    | {'add':[{'host':'h9'}],'allowUnknown':true} | h9",
        "PATCH /lists/exclude    | {'remove':['h3']}                       | h3",
        "POST /queue             | {'hosts':[{'host':'h3'}],'maxParallel':'1'} | h3",
        "POST /queue/q-h3        | {'change':'HOLD'}                       | h3",
        "POST /queue/q-h3        | {'change':'CANCEL'}                     | h3",
        "POST /queue/q-gpu       | {'change':'FIRST'}                      | h3",
        "POST /scale-in          | {'nodes':1,'hosts':['h3']}              | h3",
        "POST /scale-in          | {'nodes':3}                             | h3",
        "PUT /nodes/h3:1/timeout | {'timeoutSecs':60}                      | h3:1",
        "PUT /nodes/h9:1/timeout | {'timeoutSecs':60}                      | h9:1",
      })
  void shouldRefuseForeignHostsAndDoNothing(String request, String body, String host)
      throws Exception {
    if (request.startsWith("POST /queue")) {
      api.leader.answersQueueWith(queue("h3", "gpu"));
    }

    Answer answer = send("team", request, body);

    AdminApiTestBase.assertProblem(answer, 403, "forbidden");
    assertThat(answer.text("detail"))
        .isEqualTo(
            "team may drain, recommission, timeout nodes of %s, not %s".formatted(SCOPE, host));
    assertNothingWasDone();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "POST /refresh               | {'type':'GRACEFUL'}",
        "POST /refresh               | {'type':'GRACEFUL','timeoutSecs':5}",
        "POST /operations/op-7/force | {}",
        "PATCH /lists/exclude        | {'add':[{'host':'gpu'}]}",
      })
  void shouldRefuseAPlanWithForeignNodes(String request, String body) throws Exception {
    api.leader.answersDryRunsWith(
        plan(
            List.of(),
            decision("gpu", drain(60), NodeState.RUNNING),
            decision("h3", drain(60), NodeState.RUNNING)));

    Answer answer = send("chief", request, body);

    AdminApiTestBase.assertProblem(answer, 403, "forbidden");
    assertThat(answer.text("detail"))
        .isEqualTo("chief may drain, recommission, timeout, force nodes of label=gpu, not h3:1");
    assertNothingWasDone();
  }

  /** They concern no node yet, but may soon. */
  @Test
  void shouldRefuseToPutForeignEditsInForce() throws Exception {
    lists(Set.of(), List.of("h9"));
    AdminApiTestBase.assertProblem(
        send("team", "POST /refresh", "{'type':'GRACEFUL'}"), 403, "forbidden");
    lists(Set.of("gpu"), List.of());
    Answer includes = send("team", "POST /refresh", "{'type':'GRACEFUL'}");
    AdminApiTestBase.assertProblem(includes, 403, "forbidden");
    assertThat(includes.text("detail")).contains("include list");
    assertNothingWasDone();
    lists(Set.of(), List.of("own1.a", "gpu"));
    assertThat(send("team", "POST /refresh", "{'type':'GRACEFUL'}").status()).isEqualTo(200);
  }

  @Test
  void shouldLetATeamDrainItsOwn() throws Exception {
    for (String host : List.of("gpu", "r7", "own2.a")) {
      assertThat(
              send("team", "PATCH /lists/exclude", "{'add':[{'host':'%s'}]}".formatted(host))
                  .status())
          .as(host)
          .isEqualTo(200);
      assertThat(api.leader.edits.take().dryRun()).isTrue();
      EditExcludes edit = api.leader.edits.take();
      assertThat(edit.dryRun()).isFalse();
      assertThat(edit.plan()).contains(TOKEN);
    }
    assertThat(send("team", "PUT /nodes/gpu:1/timeout", "{'timeoutSecs':60}").status())
        .isEqualTo(202);
    api.leader.answersQueueWith(queue("h3", "gpu"));
    assertThat(send("team", "POST /queue/q-gpu", "{'change':'CANCEL'}").status()).isEqualTo(200);
    api.leader.answersQueueWith(queue());
    assertThat(send("team", "POST /scale-in", "{'nodes':1,'labels':['gpu']}").status())
        .isEqualTo(200);
  }

  /** Running drains of others are in a plan while this leader does not know them yet. */
  @Test
  void shouldLetDrainsOfOthersStayAsTheyAre() throws Exception {
    api.leader.answersDryRunsWith(
        plan(
            List.of(),
            decision("gpu", drain(60), NodeState.RUNNING),
            decision("h8", KEPT, NodeState.DECOMMISSIONING)));

    assertThat(send("team", "POST /refresh", "{'type':'GRACEFUL'}").status()).isEqualTo(200);

    // A drain that is held would go on: that is no drain that stays as it is.
    api.leader.knows(node("gpu"), held("h3"));
    api.leader.answersDryRunsWith(plan(List.of(), decision("h3", KEPT, NodeState.DECOMMISSIONING)));
    AdminApiTestBase.assertProblem(
        send("team", "POST /refresh", "{'type':'GRACEFUL'}"), 403, "forbidden");
  }

  /** The plan that was checked is carried out, and no other. */
  @Test
  void shouldNotCarryOutAnotherPlanThanTheCheckedOne() throws Exception {
    send("team", "POST /refresh", "{'type':'GRACEFUL','plan':'%s'}".formatted(OTHER.text()));
    send(
        "team",
        "PATCH /lists/exclude",
        "{'add':[{'host':'gpu'}],'plan':'%s'}".formatted(OTHER.text()));

    assertThat(api.leader.refreshes).hasSize(2).allMatch(RefreshNodes::dryRun);
    assertThat(api.leader.edits).hasSize(2).allMatch(EditExcludes::dryRun);
  }
}
