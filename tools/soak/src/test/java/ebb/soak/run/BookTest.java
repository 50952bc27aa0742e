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
class BookTest {
  @TempDir private Path folder;
  private Book book;

  @BeforeEach
  void open() {
    book = new Book(folder.resolve("lines"));
  }

  @AfterEach
  void close() {
    book.close();
  }

  /** A fault excuses nothing before it, and nothing long after it. */
  @Test
  void shouldKeepAFaultFromItsBeginningToItsEnd() throws Exception {
    Instant before = Instant.now();
    Trouble trouble = book.faultBegins(Kill.class, Optional.of("rm1"), "Kill of rm1");
    Instant during = Instant.now();
    assertThat(book.faults()).isEmpty();
    book.isOver(trouble);

    assertThat(book.faults()).extracting(FaultWindow::kind).containsExactly("Kill");
    FaultWindow window = book.faults().get(0);
    assertThat(window.begun()).isBetween(before, during);
    assertThat(window.over()).isBetween(during, Instant.now());
    assertThat(Files.readAllLines(folder.resolve("lines"))).hasSize(2);
  }

  @Test
  void shouldBlameAProcessThatEndsWithoutAFault() {
    book.ended("rm1", "with exit code 1");
    assertThat(book.unexpectedEnds()).containsExactly("rm1 with exit code 1");
  }

  @Test
  void shouldBlameNoProcessThatEndsOfItsFaultButTheOthers() {
    book.faultBegins(Kill.class, Optional.of("rm1"), "Kill of rm1");
    book.ended("rm1", "with exit code 137");
    assertThat(book.unexpectedEnds()).isEmpty();
    book.ended("rm2", "with exit code 1");
    assertThat(book.unexpectedEnds()).containsExactly("rm2 with exit code 1");
  }

  /** The restart is not a fault that excuses another end. */
  @Test
  void shouldBlameAProcessThatEndsAgainAndAgain() {
    book.ended("rm1", "with exit code 1");
    book.isStartedAgain(Instant.now());
    book.ended("rm1", "with exit code 1");
    assertThat(book.unexpectedEnds()).hasSize(2);
  }

  @Test
  void shouldTellWhatIsWrongWhateverFaultThereIs() {
    book.faultBegins(Kill.class, Optional.empty(), "Kill");
    book.isWrong("steps do not end");
    assertThat(book.unexpectedEnds()).containsExactly("steps do not end");
  }
}
