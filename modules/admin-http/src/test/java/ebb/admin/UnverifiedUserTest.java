package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Initiator;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a default installation nobody is asked; callers say who they are as Hadoop's do. */
class UnverifiedUserTest extends AdminApiTestBase {
  private static final String REFRESH = "{\"type\":\"NORMAL\"}";

  @BeforeEach
  void acceptRefreshes() {
    api.leader.answersRefreshesWith(
        new Refreshed("op-1", RefreshType.NORMAL, 5, false, List.of(), new TreeSet<>()));
  }

  @Test
  void shouldRecordWhoACallerSaysToBeAsUnverified() throws Exception {
    Initiator initiator = initiatorOf("/api/v1/refresh?user.name=alice");

    assertThat(initiator.actor()).isEqualTo("alice");
    assertThat(initiator.peer().orElseThrow().user()).isEqualTo("alice");
    assertThat(initiator.peer().orElseThrow().method()).isEqualTo(AuthMethod.SIMPLE);
  }

  @Test
  void shouldRecordThatACallerSaysNothing() throws Exception {
    Initiator initiator = initiatorOf("/api/v1/refresh");

    assertThat(initiator.actor()).isEqualTo("anonymous");
    assertThat(initiator.peer().orElseThrow().method()).isEqualTo(AuthMethod.NONE);
  }

  private Initiator initiatorOf(String path) throws Exception {
    Answer answer = api.post(path, REFRESH);
    assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
    return api.leader.refreshes.take().initiator();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "/api/v1/nodes",
        "/api/v1/nodes?limit=1",
        "/api/v1/history",
        "/api/v1/instances",
        "/api/v1/operations?limit=1"
      })
  void shouldTakeTheNameWithEveryRequest(String path) throws Exception {
    String name = (path.contains("?") ? "&" : "?") + "user.name=alice";

    assertThat(api.get(path + name).json()).isEqualTo(api.get(path).json());
  }

  @ParameterizedTest(name = "user.name={0}")
  @ValueSource(strings = {"", "%1b%5b2J", "a%0aINFO+forged", "%e2%80%aeecila", "a&user.name=b"})
  void shouldRefuseWhatIsNoName(String name) throws Exception {
    assertProblem(api.post("/api/v1/refresh?user.name=" + name, REFRESH), 400, "invalid-parameter");
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldLetNobodyActForAnother() throws Exception {
    assertProblem(api.get("/api/v1/nodes?doAs=alice"), 400, "invalid-parameter");
    assertProblem(api.get("/api/v1/nodes?user.name=a&doAs=b"), 400, "invalid-parameter");
  }

  @Test
  void shouldStillRefuseAnyOtherParameter() throws Exception {
    assertProblem(api.get("/api/v1/nodes?user.name=a&user=b"), 400, "unknown-parameter");
    assertProblem(api.get("/api/v1/nodes?doas=alice"), 400, "unknown-parameter");
  }
}
