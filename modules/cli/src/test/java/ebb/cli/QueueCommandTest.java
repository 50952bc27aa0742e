package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.FakeRm.Reply;
import ebb.cli.terminal.ExitCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hosts that wait for their turn, from the command that queues them to the one that cancels. */
class QueueCommandTest {
  private static final String QUEUE =
      """
      {"id": "q1", "draining": 2, "inService": 40, "problem": "the disk is full",
       "drains": [
         {"id": "q1", "at": "2026-11-22T08:00:00Z", "actor": "alice", "reason": "kernel",
          "maxParallel": "2", "notBefore": null, "until": null, "phase": "FULL", "total": 3,
          "waiting": [{"host": "h2", "timeoutSecs": null}, {"host": "h3", "timeoutSecs": 60}]},
         {"id": "q2", "at": "2026-11-22T08:00:00Z", "actor": "bob", "reason": null,
          "maxParallel": "10%", "notBefore": null, "until": null, "phase": "HELD", "total": 1,
          "waiting": [{"host": "h9", "timeoutSecs": null}]},
         {"id": "q3", "at": "2026-11-22T08:00:00Z", "actor": "bob", "reason": null,
          "maxParallel": "5", "notBefore": null, "until": null, "keepCapacity": "200G@gpu",
          "phase": "KEPT", "why": "h7 has 64G", "total": 1,
          "waiting": [{"host": "h7", "timeoutSecs": null}]},
         {"id": "q4", "at": "2026-11-22T08:00:00Z", "actor": "bob", "reason": null,
          "maxParallel": "100%", "notBefore": null, "until": null, "byRack": true,
          "window": "nights", "phase": "OTHER_RACK", "why": "h5 in /rack1 still drains", "total": 2,
          "waiting": [{"host": "h6", "timeoutSecs": null}]}]}
      """;

  private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on("GET /api/v1/nodes", "{\"nodes\": [], \"next\": null}")
            .on("GET /api/v1/queue", QUEUE)
            .on("POST /api/v1/queue", QUEUE)
            .on("POST /api/v1/queue/q1", QUEUE);
  }

  @AfterEach
  void stop() {
    rm.close();
  }

  @Test
  void shouldQueueHostsInTheOrderInWhichTheyAreNamed() {
    Run run =
        run(
            "drain",
            "h3",
            "h1",
            "h2",
            "--max-parallel",
            "2",
            "--timeout",
            "60s",
            "--reason",
            "kernel",
            "--not-before",
            "2026-01-31T22:00:00Z",
            "--keep-capacity",
            "200G@gpu");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(rm.asked("POST").get(0).json())
        .hasToString(
            "{\"hosts\":[{\"host\":\"h3\",\"timeoutSecs\":60},{\"host\":\"h1\",\"timeoutSecs\":60},"
                + "{\"host\":\"h2\",\"timeoutSecs\":60}],\"reason\":\"kernel\","
                + "\"maxParallel\":\"2\",\"keepCapacity\":\"200G@gpu\",\"notBefore\":\"2026-01-31T22:00:00Z\","
                + "\"requireConfirmation\":true}");
    assertThat(run.out()).isEqualTo("Queued drain q1: hosts waiting: 2\n");
    assertThat(run.err()).contains("note: excluded already: 1");
  }

  @Test
  void shouldLetAllBeginAtOnceWhenOnlyATimeIsGiven() {
    run("drain", "h1", "--until", "2026-01-31T22:00:00Z");

    assertThat(rm.asked("POST").get(0).json().path("maxParallel").asText()).isEqualTo("100%");
  }

  @Test
  void shouldQueueRackByRack() {
    run("drain", "h1", "--by-rack", "--window", "nights");

    assertThat(rm.asked("POST").get(0).json())
        .hasToString(
            "{\"hosts\":[{\"host\":\"h1\"}],\"maxParallel\":\"100%\",\"byRack\":true,\"window\":\"nights\","
                + "\"requireConfirmation\":true}");
  }

  @Test
  void shouldHoldHostsWhenTheirTurnComes() {
    run("drain", "h1", "--hold", "--max-parallel", "1");

    assertThat(rm.asked("POST").get(0).json().path("hosts"))
        .hasToString("[{\"host\":\"h1\",\"hold\":true}]");
    // and not with a timeout
    assertThat(run("drain", "h1", "--hold", "--timeout", "1h").exit()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldAskBeforeManyDrainAtTheSameTime() {
    rm.on(
        "POST /api/v1/queue",
        asked -> Reply.problem(409, "confirmation-required", "40 of 40 would drain"));

    Run run = run("drain", "h1", "--until", "22:00");

    assertThat(run.exit()).isEqualTo(ExitCode.NOT_CONFIRMED);
    assertThat(run.err()).contains("40 of 40 would drain", "--yes");
  }

  @Test
  void shouldEndAWindowAfterItHasBegun() {
    run("drain", "h1", "--not-before", "22:00", "--until", "04:00");

    JsonNode sent = rm.asked("POST").get(0).json();
    Duration window =
        Duration.between(
            Instant.parse(sent.path("notBefore").asText()),
            Instant.parse(sent.path("until").asText()));
    assertThat(window).isBetween(Duration.ofHours(5), Duration.ofHours(7)); // clocks may change
  }

  @Test
  void shouldRefuseToWatchWhatHasNoOperationYet() {
    Run run = run("drain", "h1", "--max-parallel", "1", "--watch");

    assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("see 'ebb wait'");
    assertThat(rm.asked("POST")).isEmpty();
  }

  @Test
  void shouldShowTheQueueAndWhyNothingBegins() {
    Run run = run("queue");

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains(
            "2 of 3",
            "when one has drained",
            "held",
            "5, keep 200G@gpu",
            "when enough stays in service",
            "100%, by rack, in nights",
            "when the rack has drained",
            "2 of 40 hosts in service are draining.");
    assertThat(run.err()).contains("note: q3: h7 has 64G");
    assertThat(run.err()).contains("note: hosts do not begin: the disk is full");
    assertThat(run("queue", "q1").out()).isEqualTo("h2\nh3\n");
  }

  @Test
  void shouldChangeOneQueuedDrain() {
    assertThat(run("queue", "q1", "--cancel", "--reason", "no time").exit()).isZero();

    assertThat(rm.asked("POST").get(0).json())
        .hasToString("{\"change\":\"CANCEL\",\"reason\":\"no time\"}");
    assertThat(run("queue", "--hold").exit()).isEqualTo(ExitCode.USAGE);
    assertThat(run("queue", "--reason", "none").exit()).isEqualTo(ExitCode.USAGE);
    assertThat(run("queue", "typo").exit()).isEqualTo(ExitCode.NOT_AS_ASKED);
    assertThat(run("queue", "q1", "--hold", "--first").exit()).isEqualTo(ExitCode.USAGE);
  }

  private Run run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--rm", rm.url()));
    return Run.of(all.toArray(String[]::new));
  }
}
