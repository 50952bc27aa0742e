package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import ebb.cli.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ResourceManager says what would undo an operation, and the command does that. */
class UndoCommandTest {
  private static final String UNDO = "GET /api/v1/operations/op-7/undo";
  private static final String PATCH = "PATCH /api/v1/lists/exclude";
  private static final String REFRESH = "POST /api/v1/refresh";
  private static final String TIMEOUT = "PUT /api/v1/nodes/h3:1/timeout";
  private static final String LISTS =
      "{\"listVersion\": 7, \"excludes\": [], \"files\": {\"exclude\": {\"path\": \"/x\", \"hash\": \"one\"}}}";
  private static final String DONE =
      """
      {"operationId": "op-8", "type": "GRACEFUL", "listVersion": 8, "dryRun": false, "pending": [],
       "warnings": [], "plan": null,
       "decisions": [{"nodeId": "h1:1", "action": "RECOMMISSION", "before": "DECOMMISSIONING",
                      "timeoutSeconds": null, "timeoutSource": null, "rule": "ALLOWED"}]}
      """;

  private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on("GET /api/v1/nodes", "{\"nodes\": [], \"next\": null}")
            .on("GET /api/v1/lists", LISTS)
            .on(PATCH, LISTS)
            .on(REFRESH, DONE)
            .on(TIMEOUT, "{}");
  }

  @AfterEach
  void stop() {
    rm.close();
  }

  @Test
  void shouldEditTheFileRefreshAndRestoreTimeouts() {
    undoIs(
        "[{\"host\": \"h2\", \"timeoutSecs\": 60}]",
        "[\"h1\"]",
        "[{\"nodeId\": \"h3:1\", \"timeoutSecs\": 3600}]",
        "[]");

    Run run = run("--reason", "mistake");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(rm.asked("PATCH").get(0).json())
        .hasToString(
            "{\"add\":[{\"host\":\"h2\",\"timeoutSecs\":60}],\"remove\":[\"h1\"],"
                + "\"reason\":\"mistake (undoes operation op-7)\",\"requireConfirmation\":true}");
    assertThat(rm.asked("POST"))
        .singleElement()
        .satisfies(
            refresh -> {
              assertThat(refresh.json().path("type").asText()).isEqualTo("GRACEFUL");
              assertThat(refresh.json().path("reason").asText())
                  .isEqualTo("mistake (undoes operation op-7)");
            });
    assertThat(rm.asked("PUT"))
        .singleElement()
        .satisfies(change -> assertThat(change.json().path("timeoutSecs").asInt()).isEqualTo(3600));
    assertThat(run.err()).contains("note: h3:1 has a timeout of 1h again");
    assertThat(run.out()).contains("Operation op-8 for 1 node.");
  }

  @Test
  void shouldRestoreATimeoutWithoutARefresh() {
    undoIs("[]", "[]", "[{\"nodeId\": \"h3:1\", \"timeoutSecs\": -1}]", "[]");

    Run run = run();

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(rm.asked("PUT").get(0).json().path("timeoutSecs").asInt()).isEqualTo(-1);
    assertThat(rm.asked("PATCH")).isEmpty();
    assertThat(rm.asked("POST")).isEmpty();
    assertThat(run.err()).contains("h3:1 has a timeout of infinite again");
  }

  @Test
  void shouldNameWhatStaysAsItIs() {
    undoIs(
        "[]",
        "[]",
        "[]",
        "[{\"nodeId\": \"h1:1\", \"why\": \"operation op-8 has changed it since\"}]");

    Run run = run();

    assertThat(run.exit()).isEqualTo(ExitCode.NOT_AS_ASKED);
    assertThat(run.err())
        .isEqualTo(
            """
            note: h1:1 stays as it is: operation op-8 has changed it since
            nothing of operation op-7 can be undone
            """);
  }

  @Test
  void shouldShowThePlanAndChangeNothingOnADryRun() {
    undoIs("[]", "[\"h1\"]", "[{\"nodeId\": \"h3:1\", \"timeoutSecs\": 60}]", "[]");
    rm.on(PATCH, DONE.replace("\"dryRun\": false", "\"dryRun\": true"));

    Run run = run("--dry-run");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(rm.asked("PATCH")).allMatch(edit -> edit.json().path("dryRun").asBoolean());
    assertThat(rm.asked("PUT")).isEmpty();
    assertThat(rm.asked("POST")).isEmpty();
    assertThat(run.out()).contains("h1:1  DECOMMISSIONING  RECOMMISSION");
    assertThat(run.err()).contains("h3:1 would have a timeout of 1m again");
  }

  @Test
  void shouldNotOverwriteWhatAnotherRefreshHasChanged() {
    undoIs("[]", "[\"h1\"]", "[]", "[]");
    rm.on("GET /api/v1/lists", LISTS.replace("7", "8"));

    Run run = run("--yes");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("another refresh was accepted in between");
    assertThat(rm.asked("PATCH")).isEmpty();
    assertThat(rm.asked("POST")).isEmpty();
  }

  @Test
  void shouldSayWhichTimeoutCouldNotBeRestored() {
    undoIs("[]", "[\"h1\"]", "[{\"nodeId\": \"h3:1\", \"timeoutSecs\": 60}]", "[]");
    rm.on(TIMEOUT, any -> Reply.problem(409, "confirmation-required", "The drain would end now"));

    Run run = run();

    assertThat(run.exit()).isEqualTo(ExitCode.NOT_AS_ASKED);
    assertThat(run.out()).contains("Operation op-8 for 1 node.");
    assertThat(run.err()).contains("note: h3:1 keeps its timeout: The drain would end now");
    assertThat(rm.asked("PUT").get(0).json().path("requireConfirmation").asBoolean()).isTrue();
  }

  @Test
  void shouldNotTakeATokenForTimeoutsThatItDoesNotName() {
    undoIs("[]", "[]", "[{\"nodeId\": \"h3:1\", \"timeoutSecs\": 60}]", "[]");

    Run run = run("--apply", "AUtoken");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("the plan is not the one shown");
    assertThat(rm.asked("PUT")).isEmpty();
  }

  private void undoIs(String add, String remove, String timeouts, String skipped) {
    rm.on(
        UNDO,
        """
        {"operationId": "op-7", "listVersion": 7, "add": %s, "remove": %s, "timeouts": %s, "skipped": %s}
        """
            .formatted(add, remove, timeouts, skipped));
  }

  private Run run(String... more) {
    List<String> words = new ArrayList<>(List.of("undo", "op-7", "--rm", rm.url()));
    words.addAll(List.of(more));
    return Run.of(words.toArray(String[]::new));
  }
}
