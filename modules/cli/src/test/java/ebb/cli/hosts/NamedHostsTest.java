package ebb.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.FakeRm;
import ebb.cli.FakeRm.Reply;
import ebb.cli.Run;
import ebb.cli.client.Json;
import ebb.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code drain} and {@code recommission} say of the hosts that were named, and wait for. */
class NamedHostsTest {
  private static final String REFRESH = "POST /api/v1/refresh";
  private static final String NODES = "GET /api/v1/nodes";
  private static final String NOBODY = "{\"nodes\": [], \"next\": null}";
  private static final String DRAIN =
      """
      {"operationId": "op-3", "timeoutSeconds": 3600, "timeoutSource": "REQUEST",
       "deadline": "2026-01-31T13:00:00Z", "secondsLeft": 3000}
      """;

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on(
                "GET /api/v1/lists",
                "{\"files\": {\"differs\": false, \"exclude\": {\"path\": \"/x\", \"hash\":"
                    + " \"a\"}}}")
            .on("PATCH /api/v1/lists/exclude", "{}")
            .on(REFRESH, refreshed())
            .on(NODES, NOBODY);
  }

  @Test
  void shouldSayThatNoNodeOfTheHostIsKnown() {
    // when
    Run drain = run("drain h8");
    Run recommission = run("recommission h8 h9");
    // then it is done, and no success that is none
    assertThat(drain.exit()).isZero();
    assertThat(drain.err().strip())
        .isEqualTo(
            "note: no node of host h8 is known; it is in the exclude list all the same, so a node"
                + " that registers there is refused");
    assertThat(run("drain h8 h9").err())
        .contains("no node of hosts h8, h9 is known; they are in the exclude list all the same");
    assertThat(recommission.exit()).isZero();
    assertThat(recommission.err().strip())
        .isEqualTo(
            "note: h8, h9 were not in the exclude list\n"
                + "note: no node of hosts h8, h9 is known; one that registers may serve");
  }

  @Test
  void shouldKnowANodeByItsAddress() {
    // given a node that is named by its name, too
    rm.on(
        NODES,
        nodes(
            node("h1:1", "DECOMMISSIONING", DRAIN)
                .replace("\"state\"", "\"address\": \"10.0.0.7\", \"state\"")));
    // when
    Run run = run("drain 10.0.0.7 h1");
    // then
    assertThat(run.err().lines())
        .containsExactly(
            "note: h1:1 is already draining; its deadline is 2026-01-31T13:00:00Z, in 50m");
    rm.on("GET /api/v1/operations/op-3", operation("op-3", part("h1:1", "READY")));
    assertThat(run("drain 10.0.0.7 --watch --json").out())
        .contains("\"outcomes\":{", "\"READY\":1", "\"TIMEOUT\":0");
  }

  @Test
  void shouldSayUntilWhenAHostDrainsAlready() {
    // given
    rm.on(NODES, nodes(node("h1:1", "DECOMMISSIONING", DRAIN)));
    // when
    Run run = run("drain h1");
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.err().strip())
        .isEqualTo("note: h1:1 is already draining; its deadline is 2026-01-31T13:00:00Z, in 50m");
  }

  @Test
  void shouldSayThatADrainThatRunsAlreadyHasNoDeadline() {
    // given
    rm.on(NODES, nodes(node("h1:1", "DECOMMISSIONING", "{\"deadline\": null}")));
    // then
    assertThat(run("drain h1").err().strip())
        .isEqualTo("note: h1:1 is already draining; its timeout is infinite");
  }

  @Test
  void shouldSayThatADrainThatRunsGotAnotherTimeout() {
    // given
    rm.on(NODES, nodes(node("h1:1", "DECOMMISSIONING", DRAIN)));
    rm.on(REFRESH, refreshed(decision("h1:1", "DECOMMISSIONING")));
    // when
    Run run = run("drain h1 --timeout 2h");
    // then
    assertThat(run.err().strip())
        .isEqualTo(
            "note: h1:1 was already draining; its timeout is now 2h, from the start of that"
                + " drain");
  }

  @Test
  void shouldSayHowANodeStandsForWhichNothingHadToBeDone() {
    // given
    rm.on(
        NODES,
        nodes(
            node("h1:1", "DECOMMISSIONED", "null"),
            node("h1:2", "RUNNING", "null"),
            "{\"nodeId\": \"h2:1\", \"state\": \"DECOMMISSIONED\", \"awaitsRegistration\": true}"));
    // when
    Run run = run("recommission h1 h2");
    // then
    assertThat(run.err().lines())
        .containsExactly(
            "note: h1, h2 were not in the exclude list",
            "note: h1:1 is DECOMMISSIONED already",
            "note: h1:2 is RUNNING already",
            "note: h2:1 serves again once its NodeManager registers");
  }

  @Test
  void shouldHaveTheNodesOfEachHostForPrograms() throws IOException {
    // given
    rm.on(NODES, nodes(node("h1:1", "DECOMMISSIONING", DRAIN)));
    // when
    JsonNode answer = Json.parse(run("drain h1 h8 --json").out());
    // then
    assertThat(answer.at("/hosts/0/host").asText()).isEqualTo("h1");
    assertThat(answer.at("/hosts/0/nodes/0/drain/deadline").asText())
        .isEqualTo("2026-01-31T13:00:00Z");
    assertThat(answer.at("/hosts/1/host").asText()).isEqualTo("h8");
    assertThat(answer.at("/hosts/1/nodes").isEmpty()).isTrue();
    assertThat(answer.at("/hosts/1/nodes").isArray()).isTrue();
  }

  @Test
  void shouldAskForManyHostsInQueriesThatTheApiTakes() {
    // when
    Run run = run("drain " + hosts(300));
    // then
    assertThat(run.exit()).isZero();
    List<String> asked =
        rm.asked("GET").stream().map(FakeRm.Asked::path).filter(p -> p.contains("?host=")).toList();
    assertThat(asked).hasSizeBetween(2, 20).allMatch(path -> path.length() < 2048);
    assertThat(
            asked.stream()
                .map(path -> path.replaceAll(".*host=", ""))
                .collect(Collectors.joining(" "))
                .replace(',', ' '))
        .isEqualTo(hosts(300));
  }

  @Test
  void shouldCutALongMessageForTheTerminalAndKeepItWholeForPrograms() {
    // given
    Terminal terminal = new Terminal(true, true, OptionalInt.of(80), OptionalInt.of(24), false);
    // when
    String forPeople = Run.of(terminal, line("drain " + hosts(300))).err().strip();
    String forPrograms = Run.of(terminal, line("drain " + hosts(300) + " --json")).err().strip();
    // then
    assertThat(forPeople)
        .hasSizeLessThanOrEqualTo(4 * 80)
        .startsWith("note: no node of hosts a-host-with-a-long-name-0.example.com,")
        .contains(" .. ")
        .endsWith("so a node that registers there is refused");
    assertThat(forPrograms).contains("a-host-with-a-long-name-150.example.com");
  }

  @Test
  void shouldWatchOnlyTheHostsThatWereNamedButTheirOlderDrainsToo() {
    // given a refresh that drains h1 and h7, which stood in the file already, and h2 that drains
    // since op-3
    rm.on(REFRESH, refreshed(decision("h1:1", "RUNNING"), decision("h7:1", "RUNNING")));
    rm.on(
        NODES,
        nodes(
            node("h1:1", "DECOMMISSIONING", DRAIN.replace("op-3", "op-7")),
            node("h2:1", "DECOMMISSIONING", DRAIN)));
    AtomicInteger polls = new AtomicInteger();
    rm.on(
        "GET /api/v1/operations/op-7", operation("op-7", part("h1:1", "READY"), part("h7:1", "")));
    rm.on(
        "GET /api/v1/operations/op-3",
        any ->
            Reply.ok(
                polls.incrementAndGet() < 3
                    ? operation("op-3", part("h2:1", ""), part("h9:1", ""))
                    : operation("op-3", part("h2:1", "TIMEOUT"), part("h9:1", ""))));
    // when
    Run run = run("drain h1 h2 --watch --interval 20");
    // then it ends though h7 and h9 still drain
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("h1:1 left, work done", "h2:1 waits for", "h2:1 left at deadline")
        .contains("2 of 2 nodes done")
        .doesNotContain("h7:1 waits", "h9:1");
    assertThat(polls.get()).isEqualTo(3);
  }

  @Test
  void shouldDrawInPlaceOnATerminal() {
    // given
    Terminal terminal = new Terminal(true, true, OptionalInt.of(60), OptionalInt.of(24), true);
    rm.on(REFRESH, refreshed(decision("h1:1", "RUNNING")));
    rm.on(NODES, nodes(node("h1:1", "DECOMMISSIONING", DRAIN.replace("op-3", "op-7"))));
    rm.on("GET /api/v1/operations/op-7", operation("op-7", part("h1:1", "READY")));
    // when
    Run run = Run.of(terminal, line("drain h1 --watch"));
    // then
    assertThat(run.out()).contains("\u001b[J", "[####################] 1 of 1 node done");
  }

  @Test
  void shouldNotWatchOthersWhenTheHostThatIsNamedHasNoNode() {
    // given a refresh that only changes a host that was not named
    rm.on(REFRESH, refreshed(decision("h7:1", "RUNNING")));
    // when
    Run run = run("drain h8 --watch");
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.err()).contains("no node of host h8 is known");
    assertThat(rm.paths()).noneMatch(path -> path.contains("operations"));
  }

  @Test
  void shouldHaveShownWhatWasAcceptedWhenTheNodesCannotBeLookedUp() {
    // given
    rm.on(REFRESH, refreshed(decision("h1:1", "RUNNING")));
    rm.on(
        NODES,
        asked ->
            asked.path().contains("host=")
                ? Reply.problem(503, "leader-unavailable", "No answer in time")
                : Reply.ok("{\"nodes\": []}"));
    // when
    Run run = run("drain h1");
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains("Operation op-7 for 1 node");
    assertThat(run.err()).contains("leader-unavailable");
  }

  private static String hosts(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "a-host-with-a-long-name-" + i + ".example.com")
        .collect(Collectors.joining(" "));
  }

  private static String refreshed(String... decisions) {
    return """
    {"operationId": "op-7", "type": "GRACEFUL", "dryRun": false, "decisions": [%s], "pending": []}
    """
        .formatted(String.join(",", decisions));
  }

  private static String decision(String node, String before) {
    return """
    {"nodeId": "%s", "action": "GRACEFUL_DECOMMISSION", "before": "%s", "timeoutSeconds": 7200,
     "timeoutSource": "HOST_ENTRY", "rule": "EXCLUDED"}
    """
        .formatted(node, before);
  }

  private static String nodes(String... nodes) {
    return "{\"nodes\": [" + String.join(",", nodes) + "], \"next\": null}";
  }

  private static String node(String id, String state, String drain) {
    return "{\"nodeId\": \"%s\", \"state\": \"%s\", \"drain\": %s}".formatted(id, state, drain);
  }

  private static String operation(String id, String... parts) {
    return "{\"id\": \"%s\", \"complete\": false, \"nodes\": {}, \"decisions\": [%s]}"
        .formatted(id, String.join(",", parts));
  }

  /**
   * @param outcome empty while it drains
   */
  private static String part(String node, String outcome) {
    return """
    {"nodeId": "%s", "action": "GRACEFUL_DECOMMISSION", "containers": 1, "applications": [],
     "status": "WAIT_CONTAINER", "outcome": %s, "drain": %s}
    """
        .formatted(
            node,
            outcome.isEmpty() ? "null" : '"' + outcome + '"',
            outcome.isEmpty() ? "{\"secondsLeft\": 60}" : "null");
  }

  private Run run(String command) {
    return Run.of(line(command));
  }

  private String[] line(String command) {
    return (command + " --rm " + rm.url()).split(" +");
  }
}
