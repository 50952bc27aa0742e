package ebb.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm;
import ebb.cli.FakeRm.Reply;
import ebb.cli.Run;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends drains now, or takes much out of service, is asked about first. */
class ConfirmTest {
  private static final String TIMEOUT = "PUT /api/v1/nodes/h1:1/timeout";
  private static final String REFRESH = "POST /api/v1/refresh";
  private static final String PATCH = "PATCH /api/v1/lists/exclude";
  private static final String ENDS_NOW = "h1:1 drains since noon; a timeout of 30s ends it now";

  @AutoClose private FakeRm rm;

  @BeforeEach
  void startOneThatWantsEverythingConfirmed() {
    rm =
        FakeRm.start()
            .on("GET /api/v1/nodes", nodes(20))
            .on(
                "GET /api/v1/lists",
                """
                {"excludes": [],
                 "files": {"differs": false, "exclude": {"path": "/x", "hash": "one"}}}
                """)
            .on(PATCH, this::unlessConfirmed)
            .on(TIMEOUT, this::unlessConfirmed)
            .on(REFRESH, this::unlessConfirmed)
            .on("POST /api/v1/operations/op-7/force", "{\"decisions\": []}")
            .on(
                "GET /api/v1/operations/op-7",
                """
                {"id": "op-7", "complete": false,
                 "nodes": {"total": 3, "pending": 1, "draining": 2, "ended": 0},
                 "decisions": [{"nodeId": "h1:1", "containers": 34, "drain": {"secondsLeft": 9}}]}
                """);
  }

  private Reply unlessConfirmed(FakeRm.Asked asked) {
    return asked.json().has("requireConfirmation")
        ? Reply.problem(409, "confirmation-required", ENDS_NOW)
        : Reply.ok("{\"state\": \"DECOMMISSIONED\", \"decisions\": []}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"y", "Y", "yes", " yes "})
  void shouldGoOnWhenTheAnswerIsYes(String answer) {
    Run run = typing(answer, "timeout", "h1:1", "30s");

    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEqualTo(ENDS_NOW + ". Go on? [y/N] ");
    assertThat(rm.asked("PUT"))
        .extracting(each -> each.json().has("requireConfirmation"))
        .containsExactly(true, false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "n", "yeah", "30m"})
  void shouldChangeNothingWhenTheAnswerIsAnythingElse(String answer) {
    Run run = typing(answer, "timeout", "h1:1", "30s");

    assertThat(run.exit()).isEqualTo(ExitCode.NOT_CONFIRMED);
    assertThat(run.err()).endsWith("ebb timeout: not confirmed; nothing was changed\n");
    assertThat(rm.asked("PUT")).hasSize(1);
  }

  @Test
  void shouldChangeNothingWhenTheInputEnds() {
    assertThat(terminal(new StringReader(""), "force", "op-7").exit())
        .isEqualTo(ExitCode.NOT_CONFIRMED);
    assertThat(rm.asked("POST")).isEmpty();
  }

  @Test
  void shouldNeedYesWhereNobodyCanBeAsked() {
    Run run = Run.of("timeout", "h1:1", "30s", "--rm", rm.url());

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err().strip())
        .isEqualTo("ebb timeout: " + ENDS_NOW + "; nothing was changed; add --yes to proceed");
    assertThat(Run.of("timeout", "h1:1", "30s", "--yes", "--rm", rm.url()).exit()).isZero();
  }

  @Test
  void shouldNotAskAProgramThatWantsJson() {
    Run run = typing("y", "refresh-nodes", "--json");

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("add --yes");
  }

  @Test
  void shouldAskBeforeAForceAndSayWhatEnds() {
    Run run = typing("y", "force", "op-7");

    assertThat(run.exit()).isZero();
    assertThat(run.err())
        .isEqualTo(
            "the drains of 3 nodes with 34 containers of operation op-7 end now. Go on? [y/N] ");
    assertThat(rm.asked("POST")).hasSize(1);
  }

  @Test
  void shouldNotAskBeforeAForceOfWhatIsOver() {
    rm.on("GET /api/v1/operations/op-7", "{\"id\": \"op-7\", \"complete\": true}");

    assertThat(Run.of("force", "op-7", "--rm", rm.url()).exit()).isZero();
  }

  /**
   * The ResourceManager, which answers with all that the refresh would do, has written nothing. A
   * node that is named twice counts once.
   */
  @Test
  void shouldAskBeforeTheFileIsEdited() {
    Run refused = Run.of("drain", "h1", "10.0.0.1", "h2", "h3", "--rm", rm.url());
    // then
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err().strip())
        .isEqualTo(
            "ebb drain: "
                + ENDS_NOW
                + "; 21 containers, 3 application masters among them, run there; nothing was"
                + " changed; add --yes to proceed");
    assertThat(typing("n", "drain", "h1").err())
        .endsWith("ebb drain: not confirmed; nothing was changed\n");
    assertThat(rm.asked("PATCH"))
        .hasSize(2)
        .allMatch(each -> each.json().path("requireConfirmation").asBoolean());
    assertThat(rm.asked("POST")).isEmpty();
    // and
    assertThat(typing("y", "drain", "h1", "h2", "h3").exit()).isZero();
    assertThat(rm.asked("PATCH").get(3).json().has("requireConfirmation")).isFalse();
    assertThat(rm.asked("POST"))
        .singleElement()
        .matches(each -> !each.json().has("requireConfirmation"));
  }

  /** Somebody has edited a list between the two. */
  @Test
  void shouldAskBeforeWhatOthersHaveEditedSinceComesIntoForce() {
    rm.on(PATCH, any -> Reply.ok("{}"));

    Run refused = Run.of("drain", "h1", "--rm", rm.url());
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err())
        .contains(ENDS_NOW + "; the exclude file is edited, but not in force; add --yes");
    assertThat(typing("y", "drain", "h1").exit()).isZero();
  }

  @Test
  void shouldEditAtOnceWhatIsConfirmed() {
    assertThat(Run.of("drain", "h1", "--timeout", "0", "--yes", "--rm", rm.url()).exit()).isZero();
    assertThat(Run.of("recommission", "h1", "--yes", "--rm", rm.url()).exit()).isZero();
    assertThat(rm.asked("PATCH"))
        .hasSize(2)
        .noneMatch(each -> each.json().has("requireConfirmation"));
  }

  /** What somebody has written meanwhile was not asked about. */
  @Test
  void shouldAskAgainIfTheFileChangesWhileItIsAsked() {
    // given a file that is another when the answer comes, with edits that are not in force
    AtomicInteger looks = new AtomicInteger();
    rm.on(
        "GET /api/v1/lists",
        any -> {
          int look = looks.incrementAndGet();
          return Reply.ok(
              """
              {"excludes": [],
               "files": {"differs": %s, "exclude": {"path": "/x", "hash": "%d"}}}
              """
                  .formatted(look > 1, look));
        });
    rm.on(
        PATCH,
        asked ->
            asked.json().has("requireConfirmation")
                ? unlessConfirmed(asked)
                : Reply.problem(412, "lists-changed", "The file is another by now"));
    // when
    Run run = typing("y\nn", "recommission", "h1");
    // then
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err().split("Go on", -1)).hasSize(3);
    assertThat(run.err())
        .containsOnlyOnce("the files had earlier edits")
        .endsWith("ebb recommission: not confirmed; nothing was changed\n");
    assertThat(rm.asked("PATCH"))
        .extracting(each -> each.header("If-match"))
        .containsExactly("\"1\"", "\"1\"", "\"2\"");
    assertThat(rm.asked("POST")).isEmpty();
  }

  @Test
  void shouldShowWhatIsAtStakeAndChangeNothing() {
    rm.on(
        PATCH,
        asked ->
            asked.body().contains("gone")
                ? Reply.problem(409, "unknown-host", "No node of host gone is known")
                : Reply.ok("{\"decisions\": []}"));

    Run run = Run.of("drain", "h10", "10.0.0.9", "gone", "--dry-run", "--rm", rm.url());

    assertThat(run.exit()).isZero();
    assertThat(run.lines())
        .containsExactly(
            "HOST      NODE   STATE    CONTAINERS  APP MASTERS  MEMORY   CORES",
            "10.0.0.9  h9:1   RUNNING  7           1            1024 MB  4",
            "gone      -      -        -           -            -        -",
            "h10       h10:1  RUNNING  7           1            1024 MB  4");
    assertThat(run.err())
        .isEqualTo(
            "note: no node in service has the name, or the address, gone\n"
                + "note: No node of host gone is known; without --allow-unknown the drain would be"
                + " refused\n");
    assertThat(rm.asked("PATCH")).allMatch(each -> each.json().path("dryRun").asBoolean());
    assertThat(rm.asked("POST")).isEmpty();
  }

  @Test
  void shouldSayOfOtherRefusalsOnADryRunWhatADrainWouldSay() {
    rm.on(PATCH, any -> Reply.problem(409, "older-lists", "The lists were replaced"));

    Run run = Run.of("drain", "h10", "--dry-run", "--rm", rm.url());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("The lists were replaced");
  }

  @Test
  void shouldSumUpADrainOfManyHostsAndShowTheFullestFirst() {
    // given a refresh that drains 25 nodes, of which it is known what runs on the one named
    StringBuilder decisions = new StringBuilder();
    for (int i = 1; i <= 25; i++) {
      decisions
          .append(i == 1 ? "" : ",")
          .append(
              """
              {"nodeId": "h%d:1", "action": "GRACEFUL_DECOMMISSION", "before": "RUNNING",
               "timeoutSeconds": 3600, "timeoutSource": "REQUEST", "rule": "EXCLUDED_BY_HOST"}
              """
                  .formatted(i));
    }
    rm.on(REFRESH, "{\"operationId\": \"op-9\", \"decisions\": [" + decisions + "]}");
    // when
    Run run = Run.of("drain", "h20", "--yes", "--rm", rm.url());
    // then
    assertThat(run.lines())
        .startsWith(
            "NODES  WERE     ACTION                 TIMEOUT  FROM",
            "25     RUNNING  GRACEFUL_DECOMMISSION  1h       the request",
            "")
        .hasSize(3 + 21 + 2);
    assertThat(run.out())
        .contains("\nand 5 more; all of them with: ebb operations op-9 --rm ")
        .contains("Operation op-9 for 25 nodes.");
    assertThat(run.lines().subList(4, 15))
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactly(
            "h20:1", "h1:1", "h2:1", "h3:1", "h4:1", "h5:1", "h6:1", "h7:1", "h8:1", "h9:1",
            "h10:1");
  }

  private Run typing(String answer, String... command) {
    return terminal(new StringReader(answer + "\n"), command);
  }

  private Run terminal(StringReader typed, String... command) {
    String[] arguments = java.util.Arrays.copyOf(command, command.length + 2);
    arguments[command.length] = "--rm";
    arguments[command.length + 1] = rm.url();
    return Run.of(
        new Terminal(
            Optional.of(new BufferedReader(typed)),
            true,
            true,
            OptionalInt.of(200),
            OptionalInt.empty(),
            false),
        arguments);
  }

  private static String nodes(int count) {
    StringBuilder nodes = new StringBuilder("{\"nodes\": [");
    for (int i = 1; i <= count; i++) {
      nodes
          .append(i == 1 ? "" : ",")
          .append(
              """
              {"nodeId": "h%d:1", "address": "10.0.0.%d", "state": "RUNNING", "drain": null,
               "running": {"containers": 7, "applicationMasters": 1},
               "capacity": {"memoryMb": 1024, "vcores": 4}}
              """
                  .formatted(i, i));
    }
    return nodes.append("], \"next\": null}").toString();
  }
}
