package ebb.journal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProcessIdentityTest {
  private static final String ADDRESS = "127.0.0.1:7355, ";

  @BeforeEach
  void needsLinux() {
    assumeTrue(
        Files.exists(Path.of("/proc/self/stat")), "only Linux tells when a process has begun");
  }

  @Test
  void shouldNotTakeAProcessForDeadThatRuns() {
    assertThat(ProcessIdentity.isDead(ADDRESS + ProcessIdentity.own())).isFalse();
  }

  /**
   * The time at which a process began is not asked of the wall clock: two processes would compute
   * two of them when it is set in between.
   */
  @Test
  void shouldSayWhenItBeganInTicksSinceTheBoot() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));

    assertThat(ProcessIdentity.own())
        .contains(" begun " + stat.replaceAll("^.*\\) ", "").split(" ", -1)[19] + " on ");
  }

  @Test
  void shouldTakeAProcessForDeadThatWasKilled() throws Exception {
    Process child = new ProcessBuilder("sleep", "600").start();
    String mark = markOf(child.pid());
    assertThat(ProcessIdentity.isDead(ADDRESS + mark)).isFalse();

    child.destroyForcibly().waitFor();

    assertThat(ProcessIdentity.isDead(ADDRESS + mark)).isTrue();
  }

  /** It is there as long as its parent does not ask how it ended, and does nothing any more. */
  @Test
  @Timeout(30)
  void shouldTakeAProcessForDeadThatNobodyAskedAfter() throws IOException {
    Process parent =
        new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600 >&-").start();
    try (BufferedReader out = parent.inputReader()) {
      long pid = Long.parseLong(out.readLine());
      String mark = markOf(pid);
      // From here on it is no shell, which would ask.
      while (!Files.readString(Path.of("/proc", Long.toString(parent.pid()), "comm"))
          .startsWith("sleep")) {
        Thread.onSpinWait();
      }

      ProcessHandle.of(pid).orElseThrow().destroyForcibly();

      while (!ProcessIdentity.isDead(ADDRESS + mark)) {
        Thread.onSpinWait();
      }
      assertThat(Path.of("/proc", Long.toString(pid))).exists();
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void shouldTakeAProcessForDeadWhoseIdAnotherOneHas() {
    long self = ProcessHandle.current().pid();
    long begin = ProcessIdentity.begin(self).orElseThrow();

    assertThat(ProcessIdentity.isDead(ProcessIdentity.of(self, begin - 1, machine()))).isTrue();
  }

  @Test
  void shouldNotJudgeWhatRunsElsewhere() {
    assertThat(ProcessIdentity.isDead(ProcessIdentity.of(1, 1, "another/pid:[1]/0"))).isFalse();
    assertThat(ProcessIdentity.isDead(ProcessIdentity.of(1, 1, "unknown"))).isFalse();
  }

  /** A release before this one wrote the time of its start. */
  @Test
  void shouldNotJudgeWhatItCannotRead() {
    assertThat(ProcessIdentity.isDead("process 1 since 1700000000000 on " + machine())).isFalse();
    assertThat(ProcessIdentity.isDead("")).isFalse();
  }

  private static String markOf(long pid) {
    return ProcessIdentity.of(pid, ProcessIdentity.begin(pid).orElseThrow(), machine());
  }

  private static String machine() {
    return ProcessIdentity.machine().orElseThrow();
  }
}
