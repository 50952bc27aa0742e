package ebb.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.soak.check.FaultWindow;
import ebb.soak.plan.Fault.Kill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the check learns about faults and ended processes. */
class RunRecordTest {
  @TempDir private Path folder;
  private RunRecord record;

  @BeforeEach
  void open() {
    record = new RunRecord(folder.resolve("lines"));
  }

  @AfterEach
  void close() {
    record.close();
  }

  /** A fault excuses nothing before it, and nothing long after it. */
  @Test
  void shouldKeepAFaultFromItsBeginningToItsEnd() throws Exception {
    Instant before = Instant.now();
    ActiveFault active = record.faultBegins(Kill.class, Optional.of("rm1"), "Kill of rm1");
    Instant during = Instant.now();
    assertThat(record.faults()).isEmpty();
    record.isOver(active);

    assertThat(record.faults()).extracting(FaultWindow::kind).containsExactly("Kill");
    FaultWindow window = record.faults().get(0);
    assertThat(window.begun()).isBetween(before, during);
    assertThat(window.over()).isBetween(during, Instant.now());
    assertThat(Files.readAllLines(folder.resolve("lines"))).hasSize(2);
  }

  @Test
  void shouldBlameAProcessThatEndsWithoutAFault() {
    record.ended("rm1", "with exit code 1");
    assertThat(record.unexpectedEnds()).containsExactly("rm1 with exit code 1");
  }

  @Test
  void shouldBlameNoProcessThatEndsOfItsFaultButTheOthers() {
    record.faultBegins(Kill.class, Optional.of("rm1"), "Kill of rm1");
    record.ended("rm1", "with exit code 137");
    assertThat(record.unexpectedEnds()).isEmpty();
    record.ended("rm2", "with exit code 1");
    assertThat(record.unexpectedEnds()).containsExactly("rm2 with exit code 1");
  }

  /** The restart is not a fault that excuses another end. */
  @Test
  void shouldBlameAProcessThatEndsAgainAndAgain() {
    record.ended("rm1", "with exit code 1");
    record.isStartedAgain(Instant.now());
    record.ended("rm1", "with exit code 1");
    assertThat(record.unexpectedEnds()).hasSize(2);
  }

  @Test
  void shouldTellWhatIsWrongWhateverFaultThereIs() {
    record.faultBegins(Kill.class, Optional.empty(), "Kill");
    record.isWrong("steps do not end");
    assertThat(record.unexpectedEnds()).containsExactly("steps do not end");
  }
}
