package ebb.admin.scalein;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.hosts.EditRejection;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;
import ebb.nodeslist.protocol.NodesListReply.EditRefused;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Hosts are chosen only once for requests with the same key. */
class ScaleInKeyTest extends ScaleInTestBase {
  @Test
  void shouldNotChooseAgainForTheSameKey() throws Exception {
    api.leader.answersDryRunsWith(done("op-1", false, "h4"));

    JsonNode answer = withKey("k", "'nodes': 1").json();

    assertThat(answer.path("repeated").asBoolean()).isTrue();
    assertThat(answer.path("operationId").asText()).isEqualTo("op-1");
    assertThat(answer.at("/hosts/0/host").asText()).isEqualTo("h4");
    assertThat(api.leader.edits).isEmpty();
    assertThat(api.leader.refreshes.take().dryRun()).isTrue();
    assertThat(api.leader.refreshes).isEmpty();
  }

  /** The instance that edited the file crashed before the refresh. */
  @Test
  void shouldCompleteWhatAnInterruptedRequestBegan() throws Exception {
    withKey("k", "'nodes': 1");
    String operation = api.leader.edits.take().initiator().operationId().orElseThrow();
    api.leader.refreshes.clear();
    lists(Map.of("h4", Optional.empty()), Map.of("h4", operation));

    JsonNode answer = withKey("k", "'nodes': 1").json();

    assertThat(answer.path("repeated").asBoolean()).isTrue();
    assertThat(answer.at("/hosts/0/host").asText()).isEqualTo("h4");
    assertThat(api.leader.edits).isEmpty();
    assertThat(api.leader.refreshes.take().dryRun()).isTrue();
    RefreshNodes refresh = api.leader.refreshes.take();
    assertThat(refresh.dryRun()).isFalse();
    assertThat(refresh.request().key().orElseThrow().key()).isEqualTo("k");
    // when another request, or another key, finds the same
    assertProblem(withKey("k", "'nodes': 2"), 409, "lists-differ");
    assertProblem(withKey("other", "'nodes': 1"), 409, "lists-differ");
  }

  @Test
  void shouldRefuseAKeyOfAnotherRequest() throws Exception {
    api.leader.answersDryRunsWith(new Rejected(RefreshRejection.KEY_REUSED, "op-1 has it"));

    assertProblem(withKey("k", "'nodes': 1"), 409, "idempotency-key-reused");
    assertThat(api.leader.edits).isEmpty();
  }

  @Test
  void shouldBeginAgainIfTheFileChanges() throws Exception {
    api.leader.answersEditsWith(new EditRefused(EditRejection.LISTS_CHANGED, "changed"));

    assertProblem(withKey("k", "'nodes': 1"), 412, "lists-changed");
    assertThat(api.leader.edits).hasSize(5);
    assertThat(api.leader.refreshes).hasSize(5).allMatch(RefreshNodes::dryRun);
  }

  @Test
  void shouldSayThatTheFileIsEditedIfTheRefreshFails() throws Exception {
    api.leader.answersRefreshesWith(
        new Rejected(RefreshRejection.JOURNAL_UNAVAILABLE, "The disk is full"));

    Answer answer = withKey("k", "'nodes': 1");

    assertProblem(answer, 503, "journal-unavailable");
    assertThat(answer.text("detail"))
        .startsWith("The disk is full; the exclude file is edited, but not in force");
  }

  private static Answer withKey(String key, String fields) throws Exception {
    return api.send(
        api.request(PATH)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body(fields))));
  }
}
