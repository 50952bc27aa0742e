package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import ebb.cli.client.Json;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code refresh-nodes -g -client} blocks until all of its own operation is over. */
class ClientTrackingTest {
  private static final String OPERATION = "GET /api/v1/operations/op-7";
  private static final String FORCE = "POST /api/v1/operations/op-7/force";
  private static final Terminal SMALL_TERMINAL =
      new Terminal(true, true, OptionalInt.of(70), OptionalInt.of(8), true);

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on(
                "POST /api/v1/refresh",
                """
                {"operationId": "op-7", "type": "GRACEFUL", "listVersion": 4, "dryRun": false,
                 "decisions": [{"nodeId": "h1:1", "action": "GRACEFUL_DECOMMISSION"}],
                 "pending": []}
                """);
  }

  @Test
  void shouldWaitAndTellEachChangeOnce() {
    // given a drain that waits for two containers, then for one, and is ready then
    AtomicInteger polls = new AtomicInteger();
    rm.on(
        OPERATION,
        any ->
            Reply.ok(
                switch (polls.incrementAndGet()) {
                  case 1, 2, 3 -> draining(2, 3600);
                  case 4, 5 -> draining(1, 3599);
                  default -> ended("READY");
                }));
    // when
    Run run = track();
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.lines().stream().filter(line -> line.matches("\\d\\d:.*")).map(this::bare))
        .containsExactly(
            "h1:1 waits for 2 containers, 1 application, time left: 1h",
            "0 of 1 node done, 1 draining",
            "h1:1 waits for 1 container, 1 application, time left: 59m59s",
            "h1:1 left, work done",
            "1 of 1 node done");
    assertThat(rm.asked("POST")).hasSize(1);
  }

  @Test
  void shouldTellOfNodesInTheOrderInWhichPeopleCount() {
    // given
    rm.on(
        OPERATION,
        """
        {"id": "op-7", "nodes": {"total": 3, "pending": 0, "draining": 0, "ended": 3},
         "complete": true, "decisions": [
          {"nodeId": "10.0.0.1:1", "outcome": "READY"},
          {"nodeId": "10.0.0.10:1", "outcome": "READY"},
          {"nodeId": "10.0.0.2:1", "outcome": "READY"}]}
        """);
    // when
    Run run = track();
    // then
    assertThat(
            run.lines().stream()
                .filter(line -> line.matches("\\d\\d:.*:1 left, .*"))
                .map(this::bare))
        .containsExactly(
            "10.0.0.1:1 left, work done",
            "10.0.0.2:1 left, work done",
            "10.0.0.10:1 left, work done");
  }

  private String bare(String line) {
    return line.substring("00:00:00 ".length());
  }

  @Test
  void shouldForceOnlyItsOwnOperationWhenItsTimeIsOver() {
    // given a drain beyond its deadline that ends only when it is forced
    AtomicBoolean forced = new AtomicBoolean();
    rm.on(OPERATION, any -> Reply.ok(forced.get() ? ended("FORCED") : draining(2, 0)));
    rm.on(
        FORCE,
        any -> {
          forced.set(true);
          return Reply.ok("{\"operationId\": \"op-8\"}");
        });
    // when
    Run run = track();
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.asked("POST"))
        .extracting(FakeRm.Asked::path)
        .containsExactly("/api/v1/refresh", "/api/v1/operations/op-7/force");
    assertThat(rm.asked("POST").get(1).json().path("reason").asText()).contains("op-7");
    assertThat(rm.asked("POST").get(1).header("Idempotency-key")).isNotEmpty();
    assertThat(run.out()).contains("time is over", "op-8", "h1:1 left by force");
  }

  /** The last node left by itself between the look and the force. */
  @Test
  void shouldSayIfThereWasNothingLeftToForce() {
    // given
    AtomicBoolean forced = new AtomicBoolean();
    rm.on(OPERATION, any -> Reply.ok(forced.get() ? ended("READY") : draining(2, 0)));
    rm.on(
        FORCE,
        any -> {
          forced.set(true);
          return Reply.ok("{\"operationId\": null, \"decisions\": []}");
        });
    // when
    Run run = track();
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("time is over, and nothing is left to force", "h1:1 left, work");
  }

  @Test
  void shouldNotForceADrainThatAnOperatorGaveMoreTime() {
    // given two drains, one beyond its deadline, the other with time left
    AtomicInteger polls = new AtomicInteger();
    String both =
        """
        {"id": "op-7", "nodes": {"total": 2, "pending": 0, "draining": 2, "ended": 0},
         "complete": false, "decisions": [
          {"nodeId": "h1:1", "outcome": null, "status": "WAIT_APP", "containers": 0,
           "applications": ["a"], "drain": {"secondsLeft": 0}},
          {"nodeId": "h2:1", "outcome": null, "status": "WAIT_APP", "containers": 0,
           "applications": ["a"], "drain": {"secondsLeft": 900}}]}
        """;
    long start = System.nanoTime();
    rm.on(
        OPERATION,
        any -> {
          polls.incrementAndGet();
          // longer than an overdue drain is waited for
          return Reply.ok(System.nanoTime() - start > 3_000_000_000L ? ended("TIMEOUT") : both);
        });
    // when
    Run run = track();
    // then
    assertThat(run.exit()).isZero();
    assertThat(polls.get()).isGreaterThan(10);
    assertThat(rm.asked("POST")).hasSize(1);
  }

  @Test
  void shouldSayWhenANodeIsInServiceAgainInstead() {
    // given
    rm.on(OPERATION, ended("RECOMMISSIONED"));
    // when
    Run run = track();
    // then
    assertThat(run.exit()).isEqualTo(ExitCode.NOT_AS_ASKED);
    assertThat(run.out())
        .contains(
            "h1:1 recommissioned",
            "1 recommissioned (exit code 3: a node that should have left is in service again)");
  }

  @Test
  void shouldKeepAskingWhileNobodyAnswers() {
    // given a ResourceManager that is away for a while
    AtomicInteger polls = new AtomicInteger();
    rm.on(
        OPERATION,
        any ->
            switch (polls.incrementAndGet()) {
              case 1 -> Reply.problem(503, "leader-unavailable", "No answer in time");
              case 2, 3, 4, 5 -> new Reply(0, "");
              default -> Reply.ok(ended("READY"));
            });
    // when
    Run run = track();
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.out()).containsOnlyOnce("no answer; the drain continues");
    assertThat(run.out()).containsOnlyOnce("the ResourceManager answers again, after 0s");
    assertThat(run.out()).contains("h1:1 left, work done");
  }

  @Test
  void shouldShowOnATerminalAtOnceThatNobodyAnswers() {
    // given a ResourceManager that goes away after the first look
    AtomicInteger polls = new AtomicInteger();
    rm.on(
        OPERATION,
        any ->
            switch (polls.incrementAndGet()) {
              case 1 -> Reply.ok(draining(2, 60));
              case 2, 3, 4 -> Reply.problem(503, "leader-unavailable", "No answer in time");
              default -> Reply.ok(ended("READY"));
            });
    // when
    Run run = trackOn(SMALL_TERMINAL);
    // then the table stays, with one line below it
    List<String> frames = List.of(run.out().split("\u001b\\[J"));
    assertThat(frames).filteredOn(frame -> frame.contains("no answer; the drain")).hasSize(1);
    assertThat(frames)
        .filteredOn(frame -> frame.contains("no answer; the drain"))
        .allMatch(frame -> frame.contains("0 of 1 node done") && frame.contains("2 containers"));
    assertThat(frames).last().asString().contains("1 of 1 node done", "answers again, after");
  }

  @Test
  void shouldTellProgramsOnceThatNobodyAnswersBesideTheObjects() {
    // given
    AtomicInteger polls = new AtomicInteger();
    rm.on(
        OPERATION,
        any -> polls.incrementAndGet() < 5 ? new Reply(0, "") : Reply.ok(ended("READY")));
    // when
    Run run = track("--json");
    // then
    assertThat(run.lines()).hasSize(1);
    assertThat(run.err().lines()).hasSize(2).first().asString().contains("no answer");
  }

  @Test
  void shouldEndWhenItsOperationIsNotKnown() {
    // given
    rm.on(OPERATION, any -> Reply.problem(404, "operation-not-found", "No operation op-7"));
    // when
    Run run = track();
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("No operation op-7", "'ebb operations'");
  }

  @Test
  void shouldAskForWhatNodesWaitForWhenTheOperationDoesNotSay() {
    // given
    AtomicInteger polls = new AtomicInteger();
    String bare =
        """
        {"id": "op-7", "nodes": {"total": 1, "pending": 0, "draining": 1, "ended": 0},
         "complete": false, "decisions": [
          {"nodeId": "h1:1", "outcome": null, "drain": {"secondsLeft": 60}}]}
        """;
    rm.on(OPERATION, any -> Reply.ok(polls.incrementAndGet() < 3 ? bare : ended("READY")));
    rm.on(
        "GET /api/v1/nodes",
        """
        {"nodes": [{"nodeId": "h1:1", "status": "WAIT_CONTAINER", "containers": 5,
                    "applications": []}], "next": null}
        """);
    // when
    Run run = track();
    // then
    assertThat(run.out()).contains("h1:1 waits for 5 containers, 0 applications");
  }

  @Test
  void shouldPrintAnObjectALineForPrograms() throws IOException {
    // given
    AtomicInteger polls = new AtomicInteger();
    rm.on(
        OPERATION, any -> Reply.ok(polls.incrementAndGet() < 4 ? draining(2, 60) : ended("READY")));
    // when
    Run run = track("--json");
    // then
    assertThat(run.lines()).hasSize(2);
    assertThat(Json.parse(run.lines().get(0)).path("complete").asBoolean()).isFalse();
    assertThat(Json.parse(run.lines().get(1)).path("complete").asBoolean()).isTrue();
  }

  @Test
  void shouldDrawABarAndATableThatFitTheTerminal() {
    // given more nodes than the terminal has lines
    AtomicInteger polls = new AtomicInteger();
    rm.on(OPERATION, any -> Reply.ok(polls.incrementAndGet() < 3 ? many() : ended("READY")));
    // when
    Run run = trackOn(SMALL_TERMINAL);
    // then
    String frames = run.out().substring(run.out().indexOf("\u001b[J"));
    String plain = frames.replaceAll("\u001b\\[[0-9]*[a-zA-Z]", "").replace("\r", "");
    assertThat(plain.lines()).hasSizeGreaterThan(10).allMatch(line -> line.length() <= 70);
    assertThat(plain)
        .contains(
            "[#####---------------] 5 of 20 nodes done, 15 draining", "and 17 more", "; 45 conta")
        .contains("a-host-with-a-long-name-5.rack1.example.com:45454  draining");
    assertThat(run.out()).contains("\u001b[33m", "\u001b[J", "\u001b[6A");
  }

  private Run track(String... more) {
    return trackOn(Terminal.NONE, more);
  }

  private Run trackOn(Terminal terminal, String... more) {
    String line =
        "refresh-nodes -g 3600 -client --interval 20 --rm "
            + rm.url()
            + " "
            + String.join(" ", more);
    return Run.of(terminal, line.strip().split(" "));
  }

  private static String draining(int containers, int secondsLeft) {
    return """
    {"id": "op-7", "nodes": {"total": 1, "pending": 0, "draining": 1, "ended": 0},
     "complete": false, "decisions": [
      {"nodeId": "h1:1", "outcome": null, "status": "WAIT_CONTAINER", "containers": %d,
       "applications": ["application_1_1"], "drain": {"secondsLeft": %d}}]}
    """
        .formatted(containers, secondsLeft);
  }

  private static String ended(String outcome) {
    return """
    {"id": "op-7", "nodes": {"total": 1, "pending": 0, "draining": 0, "ended": 1},
     "complete": true, "decisions": [
      {"nodeId": "h1:1", "action": "GRACEFUL_DECOMMISSION", "outcome": "%s", "drain": null}]}
    """
        .formatted(outcome);
  }

  private static String many() {
    StringBuilder decisions = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      decisions
          .append(i == 0 ? "" : ",")
          .append(
              """
              {"nodeId": "a-host-with-a-long-name-%d.rack1.example.com:45454",
               "outcome": %s, "status": "WAIT_CONTAINER", "containers": 3, "applications": [],
               "drain": {"secondsLeft": 60}}
              """
                  .formatted(i, i < 5 ? "\"READY\"" : "null"));
    }
    return """
    {"id": "op-7", "nodes": {"total": 20, "pending": 0, "draining": 15, "ended": 5},
     "complete": false, "decisions": [%s]}
    """
        .formatted(decisions);
  }
}
