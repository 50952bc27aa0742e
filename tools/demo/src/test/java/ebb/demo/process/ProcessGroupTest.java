package ebb.demo.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessGroupTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path folder;
  private ProcessGroup group;

  @BeforeEach
  void open() {
    group = new ProcessGroup(folder, Map.of("GREETING", "hello"));
  }

  @AfterEach
  void close() {
    group.close();
  }

  @Test
  void shouldPutTheOutputOfAProcessIntoItsLog() {
    // when
    ManagedProcess process = shell("echo $GREETING; echo trouble >&2; exit 3");
    // then
    assertThat(process.awaitExit(SOON)).isEqualTo(OptionalInt.of(3));
    assertThat(process.logEnd()).containsExactlyInAnyOrder("hello", "trouble");
    assertThat(process.logLine("ello")).contains("hello");
    assertThat(process.logLine("nothing like this")).isEmpty();
  }

  @Test
  void shouldStopAProcessWhereItIsAndLetItGoOn() {
    // given a process that keeps writing
    ManagedProcess process = shell("while true; do echo on; sleep 0.01; done");
    // when
    process.pause();
    // then
    await().atMost(SOON).until(() -> state(process).equals("T"));
    assertThat(process.isAlive()).isTrue();
    // when
    process.resume();
    // then
    await().atMost(SOON).until(() -> !state(process).equals("T"));
  }

  /** The state letter of the kernel. */
  private static String state(ManagedProcess process) {
    try {
      String status = Files.readString(Path.of("/proc", Long.toString(process.pid()), "status"));
      Matcher state = Pattern.compile("State:\\s+(\\w)").matcher(status);
      return state.find() ? state.group(1) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldComplainAboutAProcessThatEndsByItself() {
    // given
    ManagedProcess process = shell("echo my last words; exit 7");
    // when
    process.awaitExit(SOON);
    // then
    assertThatThrownBy(group::checkAlive)
        .isInstanceOf(ProcessFailedException.class)
        .hasMessageContaining("exit code 7")
        .hasMessageContaining("my last words");
  }

  @Test
  void shouldNotComplainAboutAnEndThatWasAskedForOrExpected() {
    // given
    ManagedProcess terminated = shell(sleeping());
    ManagedProcess killed = shell(sleeping());
    ManagedProcess expected = shell("exit 1");
    // when
    terminated.terminate();
    killed.kill();
    expected.mayEnd();
    assertThat(terminated.awaitExit(SOON)).isEqualTo(OptionalInt.of(143));
    assertThat(killed.awaitExit(SOON)).isEqualTo(OptionalInt.of(137));
    assertThat(expected.awaitExit(SOON)).isEqualTo(OptionalInt.of(1));
    // then
    group.checkAlive();
  }

  @Test
  void shouldEndAlsoProcessesThatHaveLeftTheirParents() {
    // given a grandchild in a session of its own, which survives its parent
    ManagedProcess parent = shell("setsid sh -c '" + sleeping() + "' & wait");
    while (FolderProcesses.of(folder).stream().map(ProcessHandle::pid).distinct().count() < 2) {
      Thread.onSpinWait();
    }
    parent.kill();
    assertThat(FolderProcesses.of(folder)).isNotEmpty();
    // when
    group.close();
    // then
    assertThat(FolderProcesses.of(folder)).isEmpty();
  }

  @Test
  void shouldStartNothingOnceItIsClosed() {
    // given
    group.close();
    // then
    assertThatThrownBy(() -> shell("exit 0")).isInstanceOf(ProcessFailedException.class);
  }

  private ManagedProcess shell(String script) {
    return group.start("shell", List.of("sh", "-c", script), folder.resolve("shell.log"));
  }

  /** Names the folder on its command line, as each process of a cluster does. */
  private String sleeping() {
    return "sleep 300; : " + folder;
  }
}
