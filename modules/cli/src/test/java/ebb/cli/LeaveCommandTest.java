package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code leave} and {@code instances}. */
class LeaveCommandTest {
  private static final String LEAVE = "POST /api/v1/leave";
  private static final String INSTANCES = "GET /api/v1/instances";
  private static final String BOTH =
      """
      {"instances": [{"instance": "rm1", "state": "%s"}, {"instance": "rm2", "state": "%s"}]}
      """;
  private static final String RM2_LEADS =
      "{\"instances\": [{\"instance\": \"rm2\", \"state\": \"LEADING\"}]}";

  @AutoClose private FakeRm rm;

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .on(LEAVE, any -> new Reply(202, "{\"instance\": \"rm1\", \"leader\": \"rm2\"}"));
  }

  @Test
  void shouldShowTheInstances() {
    // given
    rm.on(INSTANCES, BOTH.formatted("LEADING", "UNREACHABLE"));
    // when
    Run run = run("instances");
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.lines())
        .containsExactly("INSTANCE  STATE", "rm1       leads", "rm2       does not answer");
    assertThat(run("instances --json").out()).contains("\"state\" : \"UNREACHABLE\"");
  }

  @Test
  void shouldListTheInstancesAsPeopleCount() {
    rm.on(
        INSTANCES,
        """
        {"instances": [{"instance": "rm1", "state": "LEADING"},
                       {"instance": "rm10", "state": "STANDBY"},
                       {"instance": "rm2", "state": "STANDBY"}]}
        """);

    assertThat(run("instances").lines().stream().map(line -> line.replaceFirst(" .*", "")))
        .containsExactly("INSTANCE", "rm1", "rm2", "rm10");
  }

  /** Each look finds it one step further. */
  @Test
  void shouldWaitUntilTheInstanceHasLeftAndAnotherOneLeads() {
    // given
    AtomicInteger polls = new AtomicInteger();
    rm.on(
        INSTANCES,
        any ->
            switch (polls.incrementAndGet()) {
              case 1 -> Reply.ok(BOTH.formatted("LEAVING", "STANDBY"));
              case 2 -> Reply.problem(503, "leader-unavailable", "No answer in time");
              case 3 -> Reply.ok(RM2_LEADS.replace("LEADING", "NOT_READY"));
              default -> Reply.ok(RM2_LEADS);
            });
    // when
    Run run = run("leave --instance rm1 --reason disks");
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.asked("POST")).hasSize(1);
    assertThat(rm.asked("POST").get(0).body())
        .isEqualTo("{\"instance\":\"rm1\",\"reason\":\"disks\"}");
    assertThat(run.lines())
        .containsExactly("rm1 leaves; rm2 leads afterwards.", "rm1 has left; rm2 leads.");
    assertThat(polls).hasValue(4);
  }

  /** By {@code rmadmin -transitionToStandby}; another instance leaves meanwhile. */
  @Test
  void shouldTakeALeaderOnStandbyForTheOneThatLeads() {
    rm.on(INSTANCES, RM2_LEADS.replace("LEADING", "LEADING_ON_STANDBY"));

    assertThat(run("leave --instance rm1").lines())
        .containsExactly("rm1 leaves; rm2 leads afterwards.", "rm1 has left; rm2 leads.");
    assertThat(run("instances").out()).contains("leads, put on standby by rmadmin");
  }

  /** Its supervisor was quick. */
  @Test
  void shouldTakeAnInstanceOfThatNameThatStartsForTheNextOne() {
    // given
    rm.on(INSTANCES, BOTH.formatted("NOT_READY", "LEADING"));
    // when, then
    assertThat(run("leave --instance rm1 --json").out())
        .isEqualToIgnoringNewLines(
            """
            {
              "instance" : "rm1",
              "leader" : "rm2"
            }
            """);
  }

  @Test
  void shouldMeanTheInstanceAtTheAddressAndEndWithIt() {
    // given an instance that breaks off as its process ends
    rm.on(INSTANCES, any -> new Reply(0, ""));
    // when
    Run run = run("leave");
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.asked("POST").get(0).body()).isEqualTo("{}");
    assertThat(run.lines())
        .containsExactly(
            "rm1 leaves; rm2 leads afterwards.",
            "rm1 no longer answers; its process may need a few seconds to exit. 'ebb instances' with"
                + " --rm of another one shows who leads.");
  }

  @Test
  void shouldWaitForTheEndOfTheProcessOnThisHost() throws Exception {
    // given a process that ends some time after its last answer
    Process process = new ProcessBuilder("sleep", "60").start();
    ProcessHandle handle = process.toHandle();
    rm.on(
        LEAVE,
        any ->
            new Reply(
                202,
                "{\"instance\": \"rm1\", \"leader\": null, \"process\": {\"pid\": %d, \"startedAt\": \"%s\"}}"
                    .formatted(handle.pid(), handle.info().startInstant().orElseThrow())));
    CountDownLatch polled = new CountDownLatch(1);
    rm.on(
        INSTANCES,
        any -> {
          polled.countDown();
          return new Reply(0, "");
        });
    CompletableFuture<Run> leaving = CompletableFuture.supplyAsync(() -> run("leave --force"));
    try {
      assertThat(polled.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(leaving).isNotDone();
    } finally {
      // when
      process.destroy();
    }
    // then
    assertThat(leaving.get(30, TimeUnit.SECONDS).lines())
        .containsExactly("rm1 leaves; no instance leads afterwards.", "rm1 has ended.");
  }

  /** Of two instances; nobody can ask the other one, whose address was not given. */
  @Test
  void shouldEndWithTheInstanceThatItWasSentToByName() {
    // given
    rm.on(
            LEAVE,
            any ->
                new Reply(
                    202,
                    "{\"instance\": \"rm1\", \"leader\": \"rm2\","
                        + " \"process\": {\"pid\": 1, \"startedAt\": null}}"))
        .on(INSTANCES, any -> new Reply(0, ""));
    // when
    Run run = run("leave --instance rm1");
    // then
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("rm1 no longer answers");
  }

  @Test
  void shouldLeaveByForceWhenNobodyFollows() {
    // given
    rm.on(LEAVE, any -> new Reply(202, "{\"instance\": \"rm1\", \"leader\": null}"))
        .on(INSTANCES, any -> new Reply(0, ""));
    // when
    Run run = run("leave --force");
    // then
    assertThat(run.exit()).isZero();
    assertThat(rm.asked("POST").get(0).body()).isEqualTo("{\"force\":true}");
    assertThat(run.lines())
        .containsExactly(
            "rm1 leaves; no instance leads afterwards.",
            "rm1 no longer answers; its process may need a few seconds to exit.");
  }

  /** Which one would it be? The first that answers is not what somebody means who names several. */
  @Test
  void shouldWantANameWhereThereAreSeveralAddresses() {
    // when
    Run run = Run.of("leave", "--rm", rm.url() + "," + rm.url());
    // then
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err().strip()).contains("--instance").doesNotContain("\n");
    assertThat(rm.asked()).isEmpty();
  }

  @Test
  void shouldSayWhyItDoesNotLeave() {
    // given
    rm.on(LEAVE, any -> Reply.problem(409, "nobody-takes-over", "No other instance can lead"));
    // when
    Run run = run("leave");
    // then
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().strip())
        .isEqualTo(
            "ebb leave: No other instance can lead (nobody-takes-over); start another instance"
                + " first, or add --force");
    assertThat(rm.paths()).containsExactly(LEAVE);
  }

  private Run run(String command) {
    return Run.of((command + " --rm " + rm.url()).split(" +"));
  }
}
