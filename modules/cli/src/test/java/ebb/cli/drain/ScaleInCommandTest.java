package ebb.cli.drain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.FakeRm;
import ebb.cli.FakeRm.Asked;
import ebb.cli.FakeRm.Reply;
import ebb.cli.Run;
import ebb.cli.client.Json;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleInCommandTest {
  private static final String POST = "POST /api/v1/scale-in";
  private static final String ANSWER =
      """
      {"operationId": "op-1", "dryRun": false, "repeated": %s, "hosts":
        [{"host": "nm1", "memoryMb": 2048, "vcores": 2, "why": "idle"}],
       "decisions": [{"nodeId": "nm1:1", "before": "RUNNING",
         "action": "GRACEFUL_DECOMMISSION", "timeoutSeconds": 60, "timeoutSource": "HOST_ENTRY",
         "rule": "EXCLUDED_BY_HOST"}], "pending": [], "warnings": [], "plan": null}
      """;

  private FakeRm rm;

  @BeforeEach
  void start() {
    rm = FakeRm.start().on(POST, ANSWER.formatted("false"));
  }

  @AfterEach
  void stop() {
    rm.close();
  }

  private Run run(String command) {
    return Run.of((command + " --rm " + rm.url()).split(" +"));
  }

  @ParameterizedTest(name = "ebb scale-in {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "--nodes 3                 | {'nodes': 3}",
        "--memory 200G             | {'memoryMb': 204800}",
        "--memory 512m             | {'memoryMb': 512}",
        "--memory 2T               | {'memoryMb': 2097152}",
        "--cores 64                | {'vcores': 64}",
        "--nodes 1 nm[1-3,5] nm7   | {'nodes': 1, 'hosts': ['nm[1-3,5]', 'nm7']}",
        "--nodes 1 --rack /r1,/r2  | {'nodes': 1, 'racks': ['/r1', '/r2']}",
        "--nodes 1 --label gpu --state running | {'nodes': 1, 'states': ['RUNNING'], 'labels': ['gpu']}",
        "--nodes 1 --timeout 1h    | {'nodes': 1, 'timeoutSecs': 3600}",
        "--nodes 1 --by 2999-01-31T17:00:00Z --reason night | {'nodes': 1, 'by': '2999-01-31T17:00:00Z', 'reason': 'night'}",
      })
  void shouldAskForWhatIsMeant(String options, String body) throws IOException {
    Run run = run("scale-in --yes " + options);

    assertThat(run.exit()).as(run.err()).isZero();
    Asked asked = rm.asked("POST").get(0);
    assertThat(asked.json()).isEqualTo(Json.parse(body.replace('\'', '"')));
    assertThat(asked.header("Idempotency-key")).isNotEmpty();
  }

  @Test
  void shouldShowTheHostsAndWhy() {
    Run run = run("scale-in --nodes 1 --yes");

    assertThat(run.out())
        .startsWith("HOST  MEMORY   CORES  WHY\nnm1   2048 MB  2      idle\n")
        .contains("Operation op-1 for 1 node. Watch it with: ebb watch op-1");
  }

  @Test
  void shouldSayThatNoOthersWereChosen() {
    rm.on(POST, ANSWER.formatted("true"));

    Run run = run("scale-in --nodes 1 --yes --idempotency-key night-7");

    assertThat(rm.asked("POST").get(0).header("Idempotency-key")).isEqualTo("night-7");
    assertThat(run.err()).contains("an earlier request with this key chose the hosts");
    assertThat(run.out()).doesNotContain("WHY").contains("Operation op-1");
  }

  /** Both requests have the same key: the first one has changed nothing. */
  @Test
  void shouldNotGoOnWithoutAConfirmation() {
    rm.on(POST, any -> Reply.problem(409, "confirmation-required", "50 % would leave"));

    Run run = run("scale-in --nodes 1");

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("50 % would leave; nothing was changed");
    assertThat(rm.asked("POST")).hasSize(1);
    assertThat(rm.asked("POST").get(0).json().path("requireConfirmation").asBoolean()).isTrue();
  }

  @ParameterizedTest(name = "ebb scale-in {0}")
  @CsvSource(
      delimiter = '|',
      value = {"--dry-run | dryRun", "--apply AUtoken | plan"})
  void shouldShowThePlanFirstAndThenDoExactlyThat(String option, String field) {
    run("scale-in --nodes 1 " + option);

    ObjectNode body = (ObjectNode) rm.asked("POST").get(0).json();
    assertThat(body.fieldNames()).toIterable().containsExactlyInAnyOrder("nodes", field);
  }

  @ParameterizedTest(name = "ebb scale-in {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "                          | --nodes",
        "nm1                       | --nodes",
        "--nodes 0                 | --nodes 0: at least 1 is expected",
        "--cores -1                | at least 1 is expected",
        "--memory 0G               | at least 1 is expected",
        "--memory 200              | '200' is not a size such as",
        "--nodes 1 --cores 1       | mutually exclusive",
        "--nodes 1 --timeout 1h --by 18:00 | exclude each other",
        "--nodes 1 --timeout 5     | --timeout '5' has no unit",
        "--nodes 1 --by noon       | --by 'noon' is not a time",
      })
  void shouldRefuseWhatMakesNoSense(String options, String message) {
    Run run = run("scale-in" + (options == null ? "" : " " + options));

    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(message);
    assertThat(rm.asked()).isEmpty();
  }
}
