package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
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

  private FakeRm rm;

  @BeforeEach
  void start() throws IOException {
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

  @AfterEach
  void stop() {
    rm.close();
  }

  @Test
  void shouldForceOneOperationAndSayWhich() {
    // when
    Run run = run("force op-7 --reason fire");
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
    assertThat(run("force op-7 --json").out()).contains("\"operationId\" : \"op-8\"");
  }

  @Test
  void shouldSayThatNothingIsLeftToForce() {
    // given
    rm.on(FORCE, "{\"operationId\": null, \"dryRun\": false, \"decisions\": []}");
    // then
    assertThat(run("force op-7").lines())
        .containsExactly("Operation op-7 began no drain that still runs; nothing is ended.");
    assertThat(run("force op-7 --json").out()).contains("\"operationId\" : null");
  }

  @ParameterizedTest(name = "ebb timeout h1:45454 {0}")
  @CsvSource({"2h, 7200", "90, 90", "1h30m, 5400", "0, 0", "-1, -1"})
  void shouldGiveADrainAnotherTimeout(String written, int seconds) {
    // when
    Run run = run("timeout h1:45454 " + written + " --reason slow");
    // then
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(rm.paths()).containsExactly("PUT /api/v1/nodes/h1%3A45454/timeout");
    assertThat(rm.asked().get(0).body())
        .isEqualTo("{\"timeoutSecs\":" + seconds + ",\"reason\":\"slow\"}");
    assertThat(run.lines())
        .containsExactly(
            "h1:45454 drains with a timeout from an operator; it is 2h, and the deadline"
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
                + " lists those that drain");
  }

  @ParameterizedTest(name = "ebb {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "force                     | OPERATION",
        "force op-7 op-8           | op-8",
        "timeout h1:1              | TIME",
        "timeout h1:1 -2           | -2 is out of range",
        "timeout h1:1 2147483648   | out of range",
        "timeout h1:1 soon         | 'soon' is no length of time",
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
