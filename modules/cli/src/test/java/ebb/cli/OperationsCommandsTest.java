package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code operations} and {@code watch}. */
class OperationsCommandsTest {
  private static final String OPERATION =
      """
      {"id": "%s", "type": "GRACEFUL", "tracking": "SERVER", "at": "2026-01-31T12:00:00Z",
       "actor": "alice", "origin": "HTTP", "reason": "disks", "listVersion": 4,
       "nodes": {"total": 3, "pending": 1, "draining": 1, "ended": 1}, "complete": %s,
       "decisions": [
        {"nodeId": "h1:1", "outcome": "READY", "drain": null},
        {"nodeId": "h2:1", "outcome": null, "status": "WAIT_APP", "containers": 0,
         "applications": ["a"], "drain": {"secondsLeft": null}},
        {"nodeId": "h3:1", "outcome": null, "drain": null}]}
      """;

  private FakeRm rm;

  @BeforeEach
  void start() throws IOException {
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

  @AfterEach
  void stop() {
    rm.close();
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
            "OPERATION  AT                    TYPE      BY     DONE    REASON",
            "op-9       2026-01-31T12:00:00Z  GRACEFUL  alice  1 of 3  disks")
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
