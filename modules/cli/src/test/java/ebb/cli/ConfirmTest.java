package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
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

  private FakeRm rm;

  @BeforeEach
  void startOneThatWantsEverythingConfirmed() throws IOException {
    rm =
        FakeRm.start()
            .on("GET /api/v1/nodes", nodes(20))
            .on(
                "GET /api/v1/lists",
                """
                {"excludes": [{"host": "h2", "hasTimeout": true, "timeoutSeconds": 60}],
                 "files": {"differs": false, "exclude": {"path": "/x", "hash": "one"}}}
                """)
            .on(PATCH, "{}")
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

  @AfterEach
  void stop() {
    rm.close();
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
        .isEqualTo(
            "ebb timeout: " + ENDS_NOW + "; nothing was changed; add --yes if that is meant");
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

  @Test
  void shouldAskBeforeMoreThanATenthOfTheClusterDrains() {
    // given 20 nodes of the same size
    Run refused = Run.of("drain", "h1", "h2", "h3", "--rm", rm.url());
    // then
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err().strip())
        .isEqualTo(
            "ebb drain: 3072 of 20480 MB (15 %) and 12 of 80 vcores (15 %) in service drain, with"
                + " 21 containers, 3 application masters among them; nothing was changed; add --yes"
                + " if that is meant");
    assertThat(rm.asked("PATCH")).isEmpty();
    // and
    assertThat(typing("y", "drain", "h1", "h2", "h3").exit()).isZero();
    assertThat(rm.asked("POST"))
        .singleElement()
        .matches(each -> !each.json().has("requireConfirmation"));
  }

  /** The node of an address has a name that the command does not know. */
  @Test
  void shouldLeaveToTheResourceManagerWhatAnAddressComesTo() {
    Run run = typing("y\nn", "drain", "h1", "10.0.0.7", "--timeout", "0");

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("1 node leaves at once", ENDS_NOW);
  }

  @Test
  void shouldAskBeforeHostsLeaveAtOnce() {
    Run refused = Run.of("drain", "h1", "--timeout", "0", "--rm", rm.url());

    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err()).contains("1 node leaves at once, with 7 containers");
  }

  @Test
  void shouldPutTheFileBackWhenTheResourceManagerSeesMoreAtStake() {
    // given a host less than a tenth, and one that is listed with another timeout
    Run run = Run.of("drain", "h1", "h2", "--timeout", "1h", "--rm", rm.url());
    // then
    assertThat(run.exit()).isEqualTo(4);
    assertThat(rm.asked("PATCH"))
        .extracting(FakeRm.Asked::body)
        .containsExactly(
            "{\"add\":[{\"host\":\"h1\",\"timeoutSecs\":3600},"
                + "{\"host\":\"h2\",\"timeoutSecs\":3600}]}",
            "{\"add\":[{\"host\":\"h2\",\"timeoutSecs\":60}],\"remove\":[\"h1\"]}");
    assertThat(run.err()).contains(ENDS_NOW).doesNotContain("not in force");
  }

  /** What else the file holds is nobody's who was asked. */
  @Test
  void shouldAskAgainIfTheFileHeldEditsThatWereNotInForce() {
    rm.on(
        "GET /api/v1/lists",
        """
        {"excludes": [], "files": {"differs": true, "exclude": {"path": "/x", "hash": "one"}}}
        """);

    Run drain = typing("y\nn", "drain", "h1", "h2", "h3");
    Run recommission = Run.of("recommission", "h1", "--rm", rm.url());

    assertThat(drain.exit()).isEqualTo(4);
    assertThat(drain.err())
        .contains(ENDS_NOW + ". Go on? [y/N]")
        .endsWith(
            "ebb drain: not confirmed; the exclude file is edited, but not in force; 'ebb"
                + " refresh-nodes -g' does that\n");
    assertThat(recommission.exit()).isEqualTo(4);
    assertThat(recommission.err()).doesNotContain("nothing was changed");
    assertThat(rm.asked("PATCH")).hasSize(2);
    assertThat(Run.of("recommission", "h1", "--yes", "--rm", rm.url()).exit()).isZero();
  }

  @Test
  void shouldShowWhatIsAtStakeAndChangeNothing() {
    Run run = Run.of("drain", "h10", "h9", "gone", "--dry-run", "--rm", rm.url());

    assertThat(run.exit()).isZero();
    assertThat(run.lines())
        .containsExactly(
            "HOST  NODE   STATE    CONTAINERS  APP MASTERS  MEMORY   CORES",
            "gone  -      -        -           -            -        -",
            "h9    h9:1   RUNNING  7           1            1024 MB  4",
            "h10   h10:1  RUNNING  7           1            1024 MB  4",
            "Nothing was changed. 2 nodes with 14 containers, 2 application masters among them;"
                + " 2048 of 20480 MB (10 %) and 8 of 80 vcores (10 %) in service.");
    assertThat(run.err())
        .contains("note: no node in service has the name gone; an address may have one");
    assertThat(rm.asked()).extracting(FakeRm.Asked::method).containsOnly("GET");
    assertThat(Run.of("drain", "h9", "--dry-run", "--json", "--rm", rm.url()).out())
        .contains("\"memoryPercent\" : 5", "\"applicationMasters\" : 1");
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
              {"nodeId": "h%d:1", "state": "RUNNING", "drain": null,
               "running": {"containers": 7, "applicationMasters": 1},
               "capacity": {"memoryMb": 1024, "vcores": 4}}
              """
                  .formatted(i));
    }
    return nodes.append("], \"next\": null}").toString();
  }
}
