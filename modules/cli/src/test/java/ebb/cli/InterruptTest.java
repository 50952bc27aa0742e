package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm.Reply;
import ebb.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, to the command as a process of its own. */
class InterruptTest {
  @AutoClose private final FakeRm rm = FakeRm.start();
  @TempDir private Path folder;

  @Test
  void shouldSayThatTheDrainGoesOnAndHowToWatchItAgain() throws Exception {
    // given a drain that does not end
    CountDownLatch polls = new CountDownLatch(3);
    rm.on(
        "POST /api/v1/refresh",
        """
        {"operationId": "op-7", "decisions": [{"nodeId": "h1:1"}], "dryRun": false, "pending": []}
        """);
    rm.on(
        "GET /api/v1/operations/op-7",
        any -> {
          polls.countDown();
          return Reply.ok(
              """
              {"id": "op-7", "nodes": {"total": 1, "pending": 0, "draining": 1, "ended": 0},
               "complete": false, "decisions": [
                {"nodeId": "h1:1", "outcome": null, "status": "WAIT_CONTAINER", "containers": 2,
                 "applications": [], "drain": {"secondsLeft": 60}}]}
              """);
        });
    Process ebb = ebb("refresh-nodes", "-g", "60", "-client", "--interval", "50");
    try {
      assertThat(polls.await(60, TimeUnit.SECONDS)).isTrue();
      // when
      interrupt(ebb);
      // then
      assertThat(ebb.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(ebb.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(err())
          .contains("operation op-7 continues in the ResourceManager")
          .contains("ebb watch op-7 --rm " + rm.url())
          .doesNotContain("Exception");
      assertThat(rm.asked("POST")).hasSize(1);
    } finally {
      ebb.destroyForcibly();
    }
  }

  @Test
  void shouldSayWhenNobodyKnowsWhetherItWasAccepted() throws Exception {
    // given a ResourceManager that takes its time
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    rm.on(
        "POST /api/v1/refresh",
        any -> {
          asked.countDown();
          await(ended);
          return new Reply(0, "");
        });
    Process ebb = ebb("refresh-nodes", "-g", "60");
    try {
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      // when
      interrupt(ebb);
      // then
      assertThat(ebb.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(err()).contains("may have accepted the request", "ebb operations");
    } finally {
      ended.countDown();
      ebb.destroyForcibly();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** With SIGINT as a terminal has it, even if whoever runs the tests ignores it. */
  private Process ebb(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "--default-signal=INT",
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CommandMain.class.getName()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--rm", rm.url()));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor())
        .isZero();
  }

  private String err() throws IOException {
    return Files.readString(folder.resolve("err"), StandardCharsets.UTF_8);
  }
}
