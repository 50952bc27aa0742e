package ebb.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm;
import ebb.cli.FakeRm.Reply;
import ebb.cli.Run;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code drain} and {@code recommission}: edit the file where the leader reads it, then refresh.
 */
class HostsCommandsTest {
  private static final String PATCH = "PATCH /api/v1/lists/exclude";
  private static final String LISTS =
      """
      {"listVersion": 3, "hash": "in-force", "configuredTimeoutSeconds": 3600, "includes": [],
       "excludes": [{"host": "h9", "hasTimeout": true, "timeoutSeconds": 60},
                    {"host": "h8", "hasTimeout": true, "timeoutSeconds": null},
                    {"host": "h7", "hasTimeout": false, "timeoutSeconds": null}],
       "files": {"hash": "lists", "differs": %s, "problem": null, "include": null,
                 "exclude": {"path": "/etc/ebb/exclude.xml", "hash": "%s",
                             "changedAt": "2026-01-31T12:00:00Z"}}}
      """;

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on("GET /api/v1/lists", LISTS.formatted(false, "one"))
            .on(PATCH, LISTS.formatted(true, "two"))
            .on("GET /api/v1/nodes", nodes(node("h1:1", "DECOMMISSIONING", "op-7"), H2))
            .on(
                "POST /api/v1/refresh",
                """
                {"operationId": "op-7", "dryRun": false, "pending": [], "decisions": [
                 {"nodeId": "h1:1", "action": "GRACEFUL_DECOMMISSION", "before": "RUNNING",
                  "timeoutSeconds": 5400, "timeoutSource": "HOST_ENTRY", "rule": "EXCLUDED"}]}
                """);
  }

  @Test
  void shouldEditTheFileThatItSawAndRefresh() {
    // when
    Run run = run("drain h1 h2 h1 --timeout 1h30m --reason disks");
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.paths())
        .containsExactly(
            "GET /api/v1/nodes?states=RUNNING,UNHEALTHY,DECOMMISSIONING",
            "GET /api/v1/lists",
            PATCH,
            "POST /api/v1/refresh",
            "GET /api/v1/nodes?host=h1,h2");
    FakeRm.Asked patch = rm.asked("PATCH").get(0);
    assertThat(patch.header("If-match")).isEqualTo("\"one\"");
    assertThat(patch.body())
        .isEqualTo(
            "{\"add\":[{\"host\":\"h1\",\"timeoutSecs\":5400},"
                + "{\"host\":\"h2\",\"timeoutSecs\":5400}],\"reason\":\"disks\","
                + "\"requireConfirmation\":true}");
    FakeRm.Asked refresh = rm.asked("POST").get(0);
    assertThat(refresh.body())
        .isEqualTo(
            "{\"type\":\"GRACEFUL\",\"tracking\":\"SERVER\",\"keepTimeouts\":true,"
                + "\"reason\":\"disks\",\"requireConfirmation\":true}");
    assertThat(refresh.header("Idempotency-key")).isNotEmpty();
    assertThat(run.out())
        .contains("h1:1", "1h30m", "the host's entry", "Watch it with: ebb watch op-7");
  }

  @ParameterizedTest(name = "--timeout {0}")
  @CsvSource({"90s, 90", "30m, 1800", "2d, 172800", "0, 0", "0s, 0", "-1, -1", "infinite, -1"})
  void shouldTakeTimesAsPeopleWriteThem(String written, int seconds) {
    assertThat(run("drain h1 --yes --timeout " + written).exit()).isZero();
    assertThat(rm.asked("PATCH").get(0).json().at("/add/0/timeoutSecs").asInt()).isEqualTo(seconds);
  }

  @Test
  void shouldLeaveTheTimeoutToTheConfigurationWhenNoneIsGiven() {
    assertThat(run("drain h1 --yes").exit()).isZero();
    assertThat(rm.asked("PATCH").get(0).body()).isEqualTo("{\"add\":[{\"host\":\"h1\"}]}");
  }

  @Test
  void shouldTakeHostsOutOfTheFile() {
    assertThat(run("recommission h1 10.0.0.7 --yes").exit()).isZero();
    assertThat(rm.asked("PATCH").get(0).body()).isEqualTo("{\"remove\":[\"h1\",\"10.0.0.7\"]}");
    assertThat(rm.asked("POST").get(0).json().path("type").asText()).isEqualTo("GRACEFUL");
  }

  @Test
  void shouldEditWhatSomebodyElseLeft() {
    // given a file that changes between reading and editing, twice
    AtomicInteger reads = new AtomicInteger();
    rm.on("GET /api/v1/lists", any -> Reply.ok(LISTS.formatted(false, reads.incrementAndGet())));
    rm.on(
        PATCH,
        asked ->
            asked.header("If-match").equals("\"3\"")
                ? Reply.ok("{}")
                : Reply.problem(412, "lists-changed", "The file is another by now"));
    // when
    Run run = run("drain h1");
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.asked("PATCH"))
        .extracting(each -> each.header("If-match"))
        .containsExactly("\"1\"", "\"2\"", "\"3\"");
    assertThat(rm.asked("POST")).hasSize(1);
  }

  @Test
  void shouldGiveUpOnAFileThatNeverHoldsStill() {
    // given
    rm.on(PATCH, any -> Reply.problem(412, "lists-changed", "The file is another by now"));
    // when
    Run run = run("drain h1");
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip()).contains("lists-changed", "try again").doesNotContain("\n");
    assertThat(rm.asked("POST")).isEmpty();
  }

  @Test
  void shouldSayThatTheFileIsEditedButNotInForce() {
    // given
    rm.on(
        "POST /api/v1/refresh",
        any -> Reply.problem(503, "journal-unavailable", "The journal could not be written"));
    // when
    Run run = run("drain h1");
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("edited, but not in force", "journal-unavailable");
  }

  @Test
  void shouldSayThatOtherEditsComeInForceToo() {
    // given
    rm.on("GET /api/v1/lists", LISTS.formatted(true, "one"));
    // when
    Run run = run("drain h1");
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.err()).contains("had earlier edits");
  }

  @Test
  void shouldSayThatThereIsNoFileToEdit() {
    // given
    rm.on("GET /api/v1/lists", "{\"files\": {\"exclude\": null}}");
    // when
    Run run = run("drain h1");
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("no exclude file", "yarn.resourcemanager.nodes.exclude-path");
  }

  @Test
  void shouldSayWhatIsWrongWithAFileThatCannotBeRead() {
    // given a configuration, or a file, that cannot be used: nobody knows what the file holds
    for (String exclude : List.of("null", "{\"path\": \"/x\", \"hash\": null}")) {
      rm.on(
          "GET /api/v1/lists",
          "{\"files\": {\"problem\": \"/x: line 3: no XML\", \"exclude\": %s}}".formatted(exclude));
      // when
      Run run = run("drain h1");
      // then
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err().strip())
          .startsWith("ebb drain: the exclude file cannot be edited: /x: line 3: no XML; fix that")
          .doesNotContain("exclude-path", "\n");
    }
  }

  @ParameterizedTest(name = "ebb {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "drain                    | HOST",
        "recommission             | HOST",
        "drain h1 --timeout 30    | '30' has no unit; write 30s, 30m or 30h",
        "drain h1,h2              | 'h1,h2' is not a host name",
        "drain h1 --timeout 1y    | '1y' is not a duration",
        "drain h1 --timeout -2    | '-2' is not a duration",
        "drain h1 --timeout 99999999d | out of range",
        "recommission h1 --timeout 1h | --timeout",
      })
  void shouldRefuseWithUsage(String command, String wrong) {
    // when
    Run run = run(command);
    // then
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err().strip()).contains(wrong).doesNotContain("\n");
    assertThat(rm.asked()).isEmpty();
  }

  @Test
  void shouldShowTheListsAndTheFiles() {
    // given
    rm.on("GET /api/v1/lists", LISTS.formatted(true, "one"));
    // when
    Run run = run("lists");
    // then
    assertThat(run.lines())
        .contains(
            "In force     since refresh 3",
            "Timeout      1h, configured",
            "Included     every host",
            "Exclude file /etc/ebb/exclude.xml, changed 2026-01-31T12:00:00Z",
            "EXCLUDED HOST  TIMEOUT",
            "h9             1m",
            "h8             infinite",
            "h7             -");
    assertThat(run.out()).contains("Files        differ from what is in force");
  }

  @Test
  void shouldShowWhatTheExcludeFileDoesNotSayOfAHost() {
    // given
    rm.on(
        "GET /api/v1/lists",
        """
        {"listVersion": 3, "hash": "in-force", "configuredTimeoutSeconds": 3600, "includes": [],
         "excludes": [
          {"host": "10.0.0.1", "hasTimeout": true, "timeoutSeconds": 20, "excludedBy": null},
          {"host": "h1", "hasTimeout": false, "excludedBy": null},
          {"host": "h7", "hasTimeout": false, "excludedBy": "alice", "kept": true}],
         "files": {"hash": "lists", "differs": false, "include": null, "exclude": null,
                   "warnings": ["/etc/exclude, line 3: 'h5,h6' is no host name or address"]}}
        """);
    rm.on(
        "GET /api/v1/nodes",
        nodes(node("h1:1", "DECOMMISSIONING", "op-7").replace("REQUEST", "OPERATOR"), H2));
    // when
    Run run = run("lists");
    // then
    assertThat(run.lines())
        .contains(
            "Warning      /etc/exclude, line 3: 'h5,h6' is no host name or address",
            "EXCLUDED HOST  TIMEOUT  NOTE",
            "10.0.0.1       20s      an operator's timeout: 1h",
            "h1             -        an operator's timeout: 1h",
            "h7             -        not in the file, kept (ebb.protect-drains); by alice");
    assertThat(rm.paths()).contains("GET /api/v1/nodes?states=DECOMMISSIONING");
  }

  @Test
  void shouldSayThatAHostWasNotInTheList() {
    assertThat(run("recommission h1 h9").err())
        .contains("note: h1 was not in the exclude list")
        .doesNotContain("h9 was not");
    // a file that had been edited before may have had it
    rm.on("GET /api/v1/lists", LISTS.formatted(true, "one"));
    assertThat(run("recommission h1").err()).doesNotContain("was not in the exclude list");
    // unless the edit changed nothing
    rm.on(PATCH, LISTS.formatted(true, "one"));
    assertThat(run("recommission h1").err()).contains("h1 was not in the exclude list");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drain", "recommission"})
  void shouldTakeAHostThatNobodyKnowsOnlyIfItIsMeant(String command) {
    rm.on(PATCH, any -> Reply.problem(409, "unknown-host", "No node of host h77 is known"));
    Run run = run(command + " h77");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("No node of host h77 is known", "--allow-unknown");
    assertThat(rm.asked("POST")).isEmpty();

    rm.on(PATCH, LISTS.formatted(true, "two"));
    assertThat(run(command + " h77 --allow-unknown").exit()).isZero();
    assertThat(rm.asked("PATCH").get(1).json().path("allowUnknown").asBoolean()).isTrue();
  }

  @Test
  void shouldShowWhatARefreshWarnsOf() {
    rm.on(
        "POST /api/v1/refresh",
        """
        {"operationId": "op-7", "dryRun": false, "pending": [], "decisions": [],
         "warnings": ["The exclude file lacks h3"]}
        """);

    assertThat(run("refresh-nodes -g").err()).contains("warning: The exclude file lacks h3");
    assertThat(run("drain h1").err()).contains("warning: The exclude file lacks h3");
  }

  private static final String H2 = node("h2:1", "RUNNING", null);

  private static String nodes(String... nodes) {
    return "{\"nodes\": [" + String.join(",", nodes) + "], \"next\": null}";
  }

  /**
   * @param operation that drains it; null for none
   */
  private static String node(String id, String state, @Nullable String operation) {
    String drain =
        """
        {"operationId": "%s", "timeoutSeconds": 3600, "timeoutSource": "REQUEST",
         "deadline": "2026-01-31T13:00:00Z", "secondsLeft": 3000}
        """
            .formatted(operation);
    return "{\"nodeId\": \"%s\", \"address\": \"10.0.0.1\", \"state\": \"%s\", \"drain\": %s}"
        .formatted(id, state, operation == null ? "null" : drain);
  }

  private Run run(String command) {
    return Run.of((command + " --rm " + rm.url()).split(" +"));
  }
}
