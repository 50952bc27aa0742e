package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator can still change of a drain that runs. */
class ForceAndTimeoutTest {
  private static final String FORCE = "POST /api/v1/operations/op-7/force";
  private static final String TIMEOUT = "PUT /api/v1/nodes/h1:45454/timeout";
  private static final String DRAINING =
      """
      {"nodeId": "h1:45454", "state": "DECOMMISSIONING",
       "drain": {"timeoutSeconds": 7200, "timeoutSource": "OPERATOR",
                 "deadline": "2026-01-31T14:00:00.123456789Z", "secondsLeft": 6000}}
      """;

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on(
                FORCE,
                """
                {"operationId": "op-8", "type": "FORCEFUL", "dryRun": false, "pending": [],
                 "decisions": [{"nodeId": "h1:45454", "action": "DECOMMISSION",
                                "before": "DECOMMISSIONING", "rule": "EXCLUDED"}]}
                """)
            .on(TIMEOUT, DRAINING);
  }

  @Test
  void shouldForceOneOperationAndSayWhich() {
    // when
    Run run = run("force op-7 --reason fire --yes");
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.paths()).containsExactly(FORCE);
    assertThat(rm.asked().get(0).body()).isEqualTo("{\"reason\":\"fire\"}");
    assertThat(rm.asked().get(0).header("Idempotency-key")).isNotEmpty();
    assertThat(run.lines())
        .element(1)
        .asString()
        .startsWith("h1:45454  DECOMMISSIONING  DECOMMISSION");
    assertThat(run.out()).contains("Operation op-8 for 1 node.");
    assertThat(run("force op-7 --json -y").out()).contains("\"operationId\" : \"op-8\"");
  }

  @Test
  void shouldSayThatNothingIsLeftToForce() {
    // given
    rm.on(FORCE, "{\"operationId\": null, \"dryRun\": false, \"decisions\": []}");
    // then
    assertThat(run("force op-7 -y").lines())
        .containsExactly("Operation op-7 began no drain that still runs; nothing is ended.");
    assertThat(run("force op-7 --json -y").out()).contains("\"operationId\" : null");
  }

  @ParameterizedTest(name = "ebb timeout h1:45454 {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "2h | \"timeoutSecs\":7200",
        "90s | \"timeoutSecs\":90",
        "1h30m | \"timeoutSecs\":5400",
        "0 | \"timeoutSecs\":0",
        "-1 | \"timeoutSecs\":-1",
        "infinite | \"timeoutSecs\":-1",
        "+30m | \"longerBySecs\":1800",
        "--from-now 30m | \"fromNowSecs\":1800",
        "--until 2026-01-31T15:00:00+01:00 | \"deadline\":\"2026-01-31T14:00:00Z\"",
      })
  void shouldGiveADrainAnotherTimeout(String written, String field) {
    // when
    Run run = run("timeout h1:45454 " + written + " --reason slow");
    // then
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(rm.paths()).containsExactly("PUT /api/v1/nodes/h1%3A45454/timeout");
    assertThat(rm.asked().get(0).body())
        .isEqualTo("{" + field + ",\"reason\":\"slow\",\"requireConfirmation\":true}");
    assertThat(run.lines())
        .singleElement()
        .asString()
        .startsWith(
            "h1:45454 has a timeout of 2h from an operator; its deadline is"
                + " 2026-01-31T14:00:00Z, in 1h40m");
  }

  @Test
  void shouldSayThatTheDrainIsOver() {
    // given
    rm.on(TIMEOUT, "{\"nodeId\": \"h1:45454\", \"state\": \"DECOMMISSIONED\", \"drain\": null}");
    // then
    assertThat(run("timeout h1:45454 0").lines()).containsExactly("h1:45454 is DECOMMISSIONED");
  }

  @Test
  void shouldPassTheNodeOnForPrograms() {
    assertThat(run("timeout h1:45454 2h --json").out()).contains("\"timeoutSeconds\" : 7200");
  }

  @Test
  void shouldSayWhereToFindANodeThatDrains() {
    // given
    rm.on(TIMEOUT, any -> Reply.problem(409, "not-draining", "h1:45454 is RUNNING"));
    // when
    Run run = run("timeout h1:45454 2h");
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip())
        .isEqualTo(
            "ebb timeout: h1:45454 is RUNNING (not-draining); 'ebb nodes --state DECOMMISSIONING'"
                + " lists the draining nodes");
  }

  @ParameterizedTest(name = "ebb {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "force                     | OPERATION",
        "force op-7 op-8           | op-8",
        "timeout h1:1              | Expected one of TIME, --from-now and --until",
        "timeout h1:1 1h --until 18:00 | Expected one of TIME, --from-now and --until",
        "timeout h1:1 30           | '30' has no unit; write 30s, 30m or 30h",
        "timeout h1:1 +30          | '30' has no unit; write 30s, 30m or 30h",
        "timeout h1:1 --from-now 30 | '30' has no unit",
        "timeout h1:1 --until 25:00 | '25:00' is not a time such as 18:00",
        "timeout h1:1 --until 30m  | '30m' is not a time such as 18:00",
        "timeout h1:1 -2           | '-2' is not a duration",
        "timeout h1:1 2147483648s  | not a duration",
        "timeout h1:1 24856d       | out of range",
        "timeout h1:1 soon         | 'soon' is not a duration",
        "timeout h1:1 2h stray     | stray",
        "timeout h1:1 2h --jsn     | --jsn",
      })
  void shouldRefuseWithUsage(String command, String wrong) {
    // when
    Run run = run(command);
    // then
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err().strip()).contains(wrong).doesNotContain("\n");
    assertThat(rm.asked()).isEmpty();
  }

  private Run run(String command) {
    return Run.of((command + " --rm " + rm.url()).split(" +"));
  }
}
