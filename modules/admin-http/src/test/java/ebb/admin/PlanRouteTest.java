package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.admin.AdminApiServer.Answer;
import ebb.domain.NodeId;
import ebb.domain.Resource;
import ebb.domain.lists.RefreshType;
import ebb.domain.refresh.PlanSummary;
import ebb.domain.refresh.PlanToken;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan first, and then exactly that, of a refresh and of a force. */
class PlanRouteTest extends AdminApiTestBase {
  /** Of refresh 2, of no node. */
  static final PlanToken TOKEN =
      PlanToken.parse("AUcAAAAAAAAAAsRh8yeRnUBl1bF_VxmYaJ3yZHiBPFTvNQAAAAA").orElseThrow();

  static final Refreshed PLAN =
      new Refreshed(
          "",
          RefreshType.GRACEFUL,
          2,
          true,
          List.of(),
          new TreeSet<>(),
          List.of(),
          Optional.of(
              new PlanSummary(
                  TOKEN,
                  Resource.of(1025, 4),
                  Resource.of(4096, 8),
                  7,
                  1,
                  List.of(new NodeId("h1", 1)),
                  List.of(new NodeId("h2", 1)),
                  List.of("h9"))));

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"/api/v1/refresh", "/api/v1/operations/op-7/force"})
  void shouldShowThePlanInSum(String path) throws Exception {
    api.leader.answersRefreshesWith(PLAN);

    Answer answer = api.post(path, body(path, "\"dryRun\":true"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("plan"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"token": "%s", "memoryMb": 1025, "vcores": 4, "memoryPercent": 26,
                     "vcoresPercent": 50, "inService": {"memoryMb": 4096, "vcores": 8},
                     "containers": 7, "applicationMasters": 1, "atOnce": ["h1:1"],
                     "shortened": ["h2:1"], "hostsWithoutNode": ["h9"]}
                    """
                        .formatted(TOKEN.text())));
    assertThat(api.leader.refreshes.take().dryRun()).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"/api/v1/refresh", "/api/v1/operations/op-7/force"})
  void shouldPassOnThatExactlyThisPlanIsMeantAndSayWhatHasMoved(String path) throws Exception {
    api.leader.answersRefreshesWith(
        new Rejected(RefreshRejection.PLAN_CHANGED, "no longer changes: h1:1"));

    Answer answer = api.post(path, body(path, "\"plan\":\"" + TOKEN.text() + "\""));

    assertProblem(answer, 409, "plan-changed");
    assertThat(answer.text("detail")).isEqualTo("no longer changes: h1:1");
    RefreshNodes asked = api.leader.refreshes.take();
    assertThat(asked.request().plan()).contains(TOKEN);
    assertThat(asked.dryRun()).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"/api/v1/refresh", "/api/v1/operations/op-7/force"})
  void shouldRefuseWhatIsNoToken(String path) throws Exception {
    Answer answer = api.post(path, body(path, "\"plan\":\"op-7\""));

    assertProblem(answer, 400, "invalid-field");
    assertThat(answer.text("field")).isEqualTo("plan");
    assertThat(api.leader.refreshes).isEmpty();
  }

  private static String body(String path, String field) {
    return path.endsWith("refresh") ? "{\"type\":\"GRACEFUL\"," + field + "}" : "{" + field + "}";
  }
}
