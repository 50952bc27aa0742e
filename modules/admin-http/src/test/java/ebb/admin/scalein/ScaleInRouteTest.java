package ebb.admin.scalein;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.json.ScaleInBody;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.hosts.EditRejection;
import ebb.nodeslist.protocol.NodesListCommand.EditExcludes;
import ebb.nodeslist.protocol.NodesListCommand.RefreshNodes;
import ebb.nodeslist.protocol.NodesListReply.EditRefused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleInRouteTest extends ScaleInTestBase {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'nodes': 1                                     | h4",
        "'nodes': 3                                     | h2 h3 h4",
        "'memoryMb': 8192                               | h3 h4",
        "'vcores': 7                                    | h4",
        "'nodes': 1, 'racks': ['/r1']                   | h2",
        "'nodes': 2, 'labels': ['gpu']                  | h1 h3",
        "'nodes': 1, 'labels': ['gpu'], 'racks': ['/r1'] | h1",
        "'nodes': 1, 'hosts': ['h[1-2]']                | h2",
        "'nodes': 1, 'hosts': ['h1', 'h3']              | h3",
        "'nodes': 4, 'states': ['RUNNING'], 'attributes': ['z=a'], 'versions': ['3.3'] | h1 h2 h3 h4",
      })
  void shouldDrainTheHostsThatLoseLeast(String fields, String hosts) throws Exception {
    Answer answer = api.post(PATH, body(fields));

    assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
    assertThat(answer.text("operationId")).isEqualTo("op-1");
    EditExcludes edit = api.leader.edits.take();
    assertThat(edit.edit().add().keySet()).containsExactly(hosts.split(" "));
    assertThat(edit.edit().expectedHash()).isEqualTo("5eed");
    RefreshNodes refresh = api.leader.refreshes.take();
    assertThat(refresh.dryRun()).isFalse();
    assertThat(refresh.request().keepTimeouts()).isTrue();
  }

  @Test
  void shouldSayWhichHostsLeaveAndWhy() throws Exception {
    JsonNode answer = api.post(PATH, body("'nodes': 4, 'reason': 'night'")).json();

    List<String> why = new ArrayList<>();
    answer
        .path("hosts")
        .forEach(each -> why.add(each.path("host").asText() + ": " + each.path("why").asText()));
    assertThat(why)
        .containsExactly(
            "h4: idle",
            "h3: no application master, 1 container",
            "h2: no application master, 3 containers",
            "h1: 1 application master, 2 containers");
    assertThat(answer.path("memoryMb").asInt()).isEqualTo(16_384);
    assertThat(answer.path("vcores").asInt()).isEqualTo(16);
    assertThat(api.leader.edits.take().initiator().reason())
        .contains("night (scale-in of 4 nodes)");
    assertThat(api.leader.refreshes.take().initiator().reason())
        .contains("night (scale-in of 4 nodes)");
  }

  @Test
  void shouldLeaveOutHostsThatLeaveAlready() throws Exception {
    lists(Map.of("h4", Optional.empty()), Map.of(), "h4");
    api.leader.answersQueueWith(queue("h3"));
    api.leader.hasYetToApply(new NodeId("h2", 1), 3);

    api.post(PATH, body("'nodes': 1"));

    assertThat(api.leader.edits.take().edit().add().keySet()).containsExactly("h1");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'timeoutSecs': 600 | 600",
        "'timeoutSecs': -1  | -1",
        "'by': '2999-01-01T00:00:00Z' | 30",
        "                   |",
      })
  void shouldGiveTheDrainsATimeout(String fields, Integer seconds) throws Exception {
    api.post(PATH, body("'nodes': 1" + (fields == null ? "" : ", " + fields)));

    Optional<DrainTimeout> timeout =
        api.leader.edits.take().edit().add().values().iterator().next();
    if (seconds == null) {
      assertThat(timeout).isEmpty();
    } else if (seconds == 30) {
      assertThat(timeout.orElseThrow().toSeconds()).isGreaterThan(30_000_000_000L);
    } else {
      assertThat(timeout.orElseThrow().toSeconds()).isEqualTo(seconds.longValue());
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'racks': ['/r1']                | 400 | missing-field   | nodes",
        "'nodes': 0                      | 400 | invalid-field   | nodes",
        "'nodes': -1                     | 400 | invalid-field   | nodes",
        "'nodes': 1.5                    | 400 | invalid-field   | nodes",
        "'nodes': 1, 'memoryMb': 5       | 400 | invalid-field   | memoryMb",
        "'nodes': 1, 'count': 5          | 400 | unknown-field   | count",
        "'nodes': 1, 'hosts': []         | 400 | invalid-field   | hosts",
        "'nodes': 1, 'hosts': ['h[2-1]'] | 400 | invalid-field   | hosts",
        "'nodes': 1, 'racks': [7]        | 400 | invalid-field   | racks",
        "'nodes': 1, 'states': ['LOST']  | 400 | invalid-field   | states",
        "'nodes': 1, 'by': '2020-01-01T00:00:00Z' | 400 | invalid-field | by",
        "'nodes': 1, 'by': '2999-01-01T00:00:00Z', 'timeoutSecs': 1 | 400 | invalid-field | by",
        "'nodes': 5                      | 409 | not-enough-selected |",
        "'memoryMb': 16385               | 409 | not-enough-selected |",
        "'memoryMb': 100                 | 409 | nothing-selected |",
        "'nodes': 1, 'racks': ['/r9']    | 409 | nothing-selected |",
      })
  void shouldRefuseAndChangeNothing(String fields, int status, String code, String field)
      throws Exception {
    Answer answer = api.post(PATH, body(fields));

    assertProblem(answer, status, code);
    if (field != null) {
      assertThat(answer.text("field")).isEqualTo(field);
    }
    assertThat(api.leader.edits).isEmpty();
    assertThat(api.leader.refreshes).isEmpty();
  }

  /** Nobody looks at what else would come into force. */
  @Test
  void shouldNotPutEditsOfOthersInForce() throws Exception {
    lists(Map.of("h9", Optional.empty()), Map.of("h9", "another"));

    assertProblem(api.post(PATH, body("'nodes': 1")), 409, "lists-differ");
    assertThat(api.leader.edits).isEmpty();
    assertThat(api.leader.refreshes).isEmpty();
  }

  /** A timeout of 0 would end the drains at once. */
  @Test
  void shouldRefuseATimeWithinASecond() {
    ScaleInBody body =
        ScaleInBody.parse(
            body("'nodes': 1, 'by': '%s'".formatted(AT)).getBytes(StandardCharsets.UTF_8));

    assertThat(body.timeoutAt(AT.minusSeconds(1))).contains(DrainTimeout.ofSeconds(1));
    assertThatThrownBy(() -> body.timeoutAt(AT.minusMillis(999)))
        .hasMessageContaining("Expected a time to come");
  }

  @Test
  void shouldOnlyShowThePlan() throws Exception {
    api.leader.answersEditsWith(done("", true, "h4"));

    Answer answer = api.post(PATH, body("'nodes': 1, 'dryRun': true"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/hosts/0/host").asText()).isEqualTo("h4");
    assertThat(answer.json().path("dryRun").asBoolean()).isTrue();
    assertThat(answer.json().path("operationId").isNull()).isTrue();
    assertThat(api.leader.edits.take().dryRun()).isTrue();
    assertThat(api.leader.refreshes).isEmpty();
  }

  @Test
  void shouldAskForTheConfirmationBeforeTheFileIsWritten() throws Exception {
    api.leader.answersEditsWith(new EditRefused(EditRejection.CONFIRMATION_REQUIRED, "too many"));

    assertProblem(
        api.post(PATH, body("'nodes': 3, 'requireConfirmation': true")),
        409,
        "confirmation-required");
    assertThat(api.leader.edits.take().edit().requireConfirmation()).isTrue();
    assertThat(api.leader.refreshes).isEmpty();
  }
}
