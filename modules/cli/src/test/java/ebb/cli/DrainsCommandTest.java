package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How drains ended, from a running instance. */
class DrainsCommandTest {
  private static final String DRAINS = "GET /api/v1/drains";
  private static final String LATER =
      """
      {"nodeId": "h2:1", "outcome": "TIMEOUT", "at": "2026-01-31T14:00:00.25Z", "seconds": 3600,
       "by": "bob", "reason": "say \\"now\\", or else", "containers": 3, "applications": 1,
       "epoch": 1, "startedAt": "2026-01-31T13:00:00Z", "timeoutSeconds": 3600,
       "timeoutSource": "OPERATOR",
       "deadline": "2026-01-31T14:00:00Z", "lateMillis": 250, "instance": "rm2",
       "failovers": [{"at": "2026-01-31T13:20:00Z", "instance": "rm2"}],
       "askedBy": {"actor": "anna", "operationId": "op-7"}, "endedBy": {"actor": "bob"},
       "account": {"waitContainerMillis": 3590000, "waitAppMillis": 0, "noReportMillis": 10000,
                   "unobservedMillis": 0, "heldMillis": 0}}
      """;
  private static final String EARLIER =
      """
      {"nodeId": "h1:1", "outcome": "READY", "at": "2026-01-31T13:30:00Z", "seconds": 1800,
       "by": "anna", "reason": null, "containers": 0, "applications": 0, "epoch": 1,
       "startedAt": "2026-01-31T13:00:00Z", "timeoutSeconds": null, "timeoutSource": "REQUEST",
       "failovers": [],
       "askedBy": {"actor": "anna", "operationId": "op-7"}, "endedBy": {"actor": "anna"},
       "account": null}
      """;

  private FakeRm rm;

  @BeforeEach
  void start() {
    rm = FakeRm.start().on(DRAINS, "{\"drains\": [" + LATER + "," + EARLIER + "], \"next\": null}");
  }

  @AfterEach
  void stop() {
    rm.close();
  }

  @Test
  void shouldReportTheOldestEndFirstAndHowManyEndedHow() {
    Run run = run("drains");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.lines().get(0)).startsWith("NODE  STARTED ");
    assertThat(run.lines().get(1))
        .contains("h1:1", "30m", "left, work done", "0 containers, 0 applications", "anna");
    assertThat(run.lines().get(2))
        .contains("h2:1", "1h", "left at deadline", "0.25s", "3 containers, 1 application", "bob");
    assertThat(run.lines().get(3))
        .isEqualTo("2 drains ended: 1 left at deadline, 1 left, work done");
  }

  @Test
  void shouldPrintValuesForASpreadsheet() {
    assertThat(run("drains --csv").out())
        .isEqualTo(
            """
            node,started_at,ended_at,seconds,outcome,by,reason,asked_by,operation,timeout_seconds,\
            timeout_source,deadline,late_millis,instance,failovers,containers,applications,wait_container_millis,wait_app_millis,\
            no_report_millis,unobserved_millis,held_millis
            h1:1,2026-01-31T13:00:00Z,2026-01-31T13:30:00Z,1800,READY,anna,,anna,op-7,,REQUEST,,,,0,0,0,,,,,
            h2:1,2026-01-31T13:00:00Z,2026-01-31T14:00:00.25Z,3600,TIMEOUT,bob,\
            "say ""now"", or else",anna,op-7,3600,OPERATOR,\
            2026-01-31T14:00:00Z,250,rm2,1,3,1,3590000,0,10000,0,0
            """);
  }

  @Test
  void shouldHandAReasonToNoSpreadsheetAsAFormula() {
    rm.on(DRAINS, "{\"drains\": [" + LATER.replace("say", "=say") + "], \"next\": null}");

    assertThat(run("drains --csv").out()).contains(",\"'=say \"\"now\"\", or else\",");
  }

  @ParameterizedTest(name = "ebb {0}")
  @CsvSource({
    "drains, ''",
    "drains h1:1, ?node=h1%3A1",
    "drains --operation op-7, ?operation=op-7",
    "drains --since 2026-01-31T13:00:00Z, ?since=2026-01-31T13%3A00%3A00Z",
    "drains --until 2026-01-31T13:00:00Z, ?until=2026-01-31T13%3A00%3A00Z"
  })
  void shouldAskForWhatIsWanted(String command, String query) {
    assertThat(run(command).exit()).isZero();

    assertThat(rm.paths()).contains("GET /api/v1/drains" + query);
  }

  @Test
  void shouldSayThatNoneEnded() {
    rm.on(DRAINS, "{\"drains\": [], \"next\": null}");

    assertThat(run("drains").out()).isEqualTo("0 drains ended\n");
    assertThat(run("drains --json").out()).contains("\"drains\" : [ ]");
  }

  @ParameterizedTest(name = "ebb {0}")
  @CsvSource({
    "drains --csv --json, exclude each other",
    "drains --since yesterday, --since",
    "drains --until never, --until"
  })
  void shouldRefuseWhatCannotBe(String command, String named) {
    Run run = run(command);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(named);
    assertThat(rm.asked()).isEmpty();
  }

  @Test
  void shouldSayThatTheNodeIsNotKnown() {
    rm.on(DRAINS, any -> Reply.problem(404, "node-not-found", "No node h9:1 is known"));

    Run run = run("drains h9:1");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("No node h9:1 is known");
  }

  private Run run(String command) {
    return Run.of((command + " --rm " + rm.url()).split(" +"));
  }
}
