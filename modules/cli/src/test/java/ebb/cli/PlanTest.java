package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan first, and then exactly that. */
class PlanTest {
  private static final String PATCH = "PATCH /api/v1/lists/exclude";
  private static final String REFRESH = "POST /api/v1/refresh";
  private static final String FORCE = "POST /api/v1/operations/op-7/force";
  private static final String PLAN =
      """
      {"operationId": null, "type": "GRACEFUL", "listVersion": 4, "dryRun": true, "pending": [],
       "warnings": [],
       "decisions": [{"nodeId": "h1:1", "action": "GRACEFUL_DECOMMISSION", "before": "RUNNING",
                      "timeoutSeconds": 60, "timeoutSource": "REQUEST",
                      "rule": "EXCLUDED_BY_HOST"}],
       "plan": {"token": "AUtoken", "memoryMb": 1024, "vcores": 4, "memoryPercent": 25,
                "vcoresPercent": 50, "inService": {"memoryMb": 4096, "vcores": 8},
                "containers": 3, "applicationMasters": 1, "atOnce": ["h2:1"],
                "shortened": ["h3:1", "h4:1"], "hostsWithoutNode": ["h9"]}}
      """;

  private FakeRm rm;

  @BeforeEach
  void start() throws IOException {
    rm =
        FakeRm.start()
            .on("GET /api/v1/nodes", "{\"nodes\": [], \"next\": null}")
            .on(
                "GET /api/v1/lists",
                "{\"excludes\": [], \"files\": {\"exclude\": {\"path\": \"/x\", \"hash\":"
                    + " \"one\"}}}")
            .on(PATCH, PLAN)
            .on(REFRESH, PLAN)
            .on(FORCE, PLAN);
  }

  @AfterEach
  void stop() {
    rm.close();
  }

  @ParameterizedTest(name = "ebb {0} --dry-run")
  @ValueSource(strings = {"drain h1", "recommission h1", "refresh-nodes -g", "force op-7"})
  void shouldShowThePlanAndItsToken(String command) {
    // when
    Run run = run(command + " --dry-run");
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("h1:1  RUNNING  GRACEFUL_DECOMMISSION  1m")
        .contains(
            "1024 of 4096 MB (25 %) and 4 of 8 vcores (50 %) leave; 3 containers, 1 application"
                + " master among them, run there.\n")
        .endsWith("To do exactly this, replace --dry-run with --apply AUtoken\n");
    assertThat(run.err())
        .contains(
            """
            note: would leave at once instead of draining: h2:1
            note: would end a running drain earlier: h3:1, h4:1
            note: listed without a known node: h9
            """);
    assertThat(rm.asked())
        .filteredOn(each -> !each.method().equals("GET"))
        .singleElement()
        .satisfies(asked -> assertThat(asked.json().path("dryRun").asBoolean()).isTrue());
    // and for programs
    assertThat(run(command + " --dry-run --json").out()).contains("\"token\" : \"AUtoken\"");
  }

  /** Nobody is asked: whoever has the token has seen the plan. */
  @ParameterizedTest(name = "ebb {0} --apply AUtoken")
  @CsvSource({"drain h1, 2", "recommission h1, 2", "refresh-nodes -g, 1", "force op-7, 1"})
  void shouldSendTheTokenWithEachRequestThatChangesSomething(String command, int requests) {
    // when
    Run run = run(command + " --apply AUtoken");
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.asked())
        .filteredOn(each -> !each.method().equals("GET"))
        .hasSize(requests)
        .allSatisfy(
            asked -> {
              assertThat(asked.json().path("plan").asText()).isEqualTo("AUtoken");
              assertThat(asked.json().has("requireConfirmation")).isFalse();
              assertThat(asked.json().has("dryRun")).isFalse();
            });
  }

  @Test
  void shouldSayWhatHasMoved() {
    rm.on(
        PATCH,
        any -> Reply.problem(409, "plan-changed", "The plan has moved: no longer changes: h1:1"));

    Run run = run("drain h1 --apply AUtoken");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("no longer changes: h1:1", "--dry-run").doesNotContain("edited");
    assertThat(rm.asked("POST")).isEmpty();
  }

  @ParameterizedTest(name = "ebb {0}")
  @ValueSource(strings = {"drain h1", "recommission h1", "refresh-nodes -g", "force op-7"})
  void shouldRefuseToShowAndToDoAtATime(String command) {
    Run run = run(command + " --dry-run --apply AUtoken");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("exclude each other");
    assertThat(rm.asked()).filteredOn(each -> !each.method().equals("GET")).isEmpty();
  }

  private Run run(String command) {
    return Run.of((command + " --rm " + rm.url()).split(" +"));
  }
}
