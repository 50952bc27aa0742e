package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.client.Json;
import ebb.cli.terminal.ExitCode;
import ebb.cli.watch.OperationText;
import ebb.cli.watch.OperationView;
import ebb.cli.watch.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code operations} and {@code watch}. */
class OperationsCommandsTest {
  private static final String OPERATION =
      """
      {"id": "%s", "type": "GRACEFUL", "tracking": "SERVER", "at": "2026-01-31T12:00:00Z",
       "actor": "alice", "origin": "HTTP", "reason": "disks", "listVersion": 4,
       "nodes": {"total": 3, "pending": 1, "draining": 1, "ended": 1,
        "outcomes": {"READY": 1, "FORCED": 0, "RECOMMISSIONED": 2}}, "complete": %s,
       "decisions": [
        {"nodeId": "h1:1", "outcome": "READY", "drain": null},
        {"nodeId": "h2:1", "outcome": null, "status": "WAIT_APP", "containers": 0,
         "applications": ["a"], "drain": {"secondsLeft": null}},
        {"nodeId": "h3:1", "outcome": null, "drain": null}]}
      """;

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on(
                "GET /api/v1/operations",
                "{\"operations\": [%s, %s, %s], \"next\": \"c\"}"
                    .formatted(
                        OPERATION.formatted("op-9", true),
                        OPERATION.formatted("op-8", false),
                        OPERATION.formatted("op-7", false)))
            .on("GET /api/v1/operations/op-8", OPERATION.formatted("op-8", true));
  }

  @Test
  void shouldShowTheWorstDrainsFirst() throws IOException {
    OperationView operation =
        new OperationView(
            Json.parse(
                """
                {"decisions": [
                 {"nodeId": "done:1", "outcome": "READY"},
                 {"nodeId": "pending:1"},
                 {"nodeId": "soon:1", "containers": 99, "drain": {"secondsLeft": 5}},
                 {"nodeId": "late10:1", "containers": 1, "drain": {"secondsLeft": 50}},
                 {"nodeId": "late9:1", "containers": 1, "drain": {"secondsLeft": 50}},
                 {"nodeId": "full:1", "containers": 3, "drain": {"secondsLeft": 50}},
                 {"nodeId": "endless:1", "containers": 0, "drain": {"secondsLeft": null}}]}
                """));

    assertThat(operation.worstFirst())
        .extracting(each -> each.path("nodeId").asText())
        .containsExactly(
            "endless:1", "full:1", "late9:1", "late10:1", "soon:1", "pending:1", "done:1");
    assertThat(operation.containers()).isEqualTo(104);
  }

  @Test
  void shouldSayHowTheNodesEndedAndWhyTheExitCodeIsNotZero() throws IOException {
    StringBuilder decisions = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      decisions
          .append(i == 0 ? "" : ",")
          .append("{\"nodeId\": \"h%d:1\", \"action\": \"GRACEFUL_DECOMMISSION\",".formatted(i))
          .append(" \"outcome\": \"" + (i < 2 ? "RECOMMISSIONED" : "FORCED") + "\"}");
    }
    rm.on(
        "GET /api/v1/operations/op-8",
        """
        {"id": "op-8", "complete": true, "decisions": [%s],
         "nodes": {"total": 20, "pending": 0, "draining": 0, "ended": 20}}
        """
            .formatted(decisions));

    Run run = Run.of("watch", "op-8", "--rm", rm.url());

    String last =
        "18 left by force; 2 recommissioned (exit code 3: a node that should have left is in service"
            + " again)";
    assertThat(Files.readString(Path.of("..", "..", "docs", "commands.md")))
        .contains("\n" + last + "\n");
    assertThat(run.exit()).isEqualTo(ExitCode.NOT_AS_ASKED);
    assertThat(run.lines()).last().asString().endsWith(" " + last);
    assertThat(Run.of("watch", "op-8", "--json", "--rm", rm.url()).err())
        .contains("18 left by force; 2 recommissioned (exit code 3");
  }

  @Test
  void shouldCountContainersInTheBar() throws IOException {
    Progress progress = new Progress();

    assertThat(progress.of(draining(10))).isZero();
    assertThat(progress.of(draining(5))).isEqualTo(0.25);
    assertThat(progress.of(draining(20))).as("more came to be known").isZero();
    assertThat(progress.of(draining(5))).isEqualTo(0.375);
    assertThat(OperationText.bar(draining(5), 0.375))
        .isEqualTo(
            "[#######-------------] 0 of 2 nodes done, 1 draining, 1 pending; 5 containers left");
  }

  private static OperationView draining(int containers) throws IOException {
    return new OperationView(
        Json.parse(
            """
            {"nodes": {"total": 2, "pending": 1, "draining": 1, "ended": 0}, "complete": false,
             "decisions": [{"nodeId": "h1:1", "containers": %d, "drain": {"secondsLeft": 9}},
                           {"nodeId": "h2:1"}]}
            """
                .formatted(containers)));
  }

  @Test
  void shouldListThemTheNewestFirst() {
    // when
    Run run = Run.of("operations", "--rm", rm.url());
    // then
    assertThat(rm.paths()).containsExactly("GET /api/v1/operations?limit=20");
    assertThat(run.lines())
        .hasSize(5)
        .startsWith(
            "OPERATION  AT                    TYPE      BY     DONE    HOW                           "
                + " REASON",
            "op-9       2026-01-31T12:00:00Z  GRACEFUL  alice  1 of 3  1 work done, 2 recommissioned"
                + "  disks")
        .last()
        .isEqualTo("There are older ones; --limit shows more.");
  }

  @Test
  void shouldShowOneWithItsNodes() {
    // when
    Run run = Run.of("operations", "op-8", "--rm", rm.url());
    // then
    assertThat(run.lines())
        .containsExactly(
            "GRACEFUL op-8 of 2026-01-31T12:00:00Z by alice via HTTP: disks",
            "NODE  PROGRESS         STATUS    WAITS FOR                    TIME LEFT",
            "h1:1  left, work done  -         -                            -",
            "h2:1  draining         WAIT_APP  0 containers, 1 application  infinite",
            "h3:1  pending          -         -                            -",
            "[######--------------] 1 of 3 nodes done, 1 draining, 1 pending");
  }

  @Test
  void shouldRefuseALimitOutOfRange() {
    assertThat(Run.of("operations", "--limit", "0", "--rm", rm.url()).exit()).isEqualTo(2);
    assertThat(Run.of("operations", "--limit", "501", "--rm", rm.url()).exit()).isEqualTo(2);
    assertThat(rm.asked()).isEmpty();
  }

  @Test
  void shouldWatchTheNewestThatIsOpen() {
    // when
    Run run = Run.of("watch", "--rm", rm.url());
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.paths()).containsExactly("GET /api/v1/operations", "GET /api/v1/operations/op-8");
    assertThat(run.out())
        .contains("h1:1 left, work done", "h2:1 waits for 0 containers, 1 application");
  }

  @Test
  void shouldNotWaitForAResourceManagerThatNeverAnswered() {
    // given
    rm.close();
    // when
    Run run = Run.of("watch", "op-8", "--rm", rm.url());
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip()).contains("no ResourceManager answers").doesNotContain("\n");
  }

  @Test
  void shouldSayThatNothingIsOpen() {
    // given
    rm.on("GET /api/v1/operations", "{\"operations\": [], \"next\": null}");
    // when
    Run run = Run.of("watch", "--rm", rm.url());
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.lines()).containsExactly("No operation is open.");
  }
}
