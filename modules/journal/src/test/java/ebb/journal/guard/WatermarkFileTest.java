package ebb.journal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.database.JournalException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WatermarkFileTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123Z");
  private static final int LINE = 1024;

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void make() throws IOException {
    path = folder.resolve("watermark");
    WatermarkFile.make(path, mark(1));
  }

  @Test
  void shouldKnowTheNewestAfterARestart() throws IOException {
    for (int number = 2; number <= 6; number++) {
      try (var file = WatermarkFile.open(path)) {
        assertThat(file.newest()).isEqualTo(mark(number - 1));
        file.advance(mark(number));
      }
      assertThat(WatermarkFile.read(path)).contains(mark(number));
    }
    assertThat(path.toFile().length()).as("it does not grow").isEqualTo(2 * LINE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RMNode|h1:1", "with blanks ", " end", "a\nb\rc\\n", "ä€\u2028漢字"})
  void shouldRememberWhateverAWriterIsCalled(String writer) throws IOException {
    Watermark strange = new Watermark("id", writer, 7, NOW);
    try (var file = WatermarkFile.open(path)) {
      file.advance(strange);
    }
    assertThat(WatermarkFile.read(path)).contains(strange);
  }

  /** A crash in the middle of a write leaves a part of one line. */
  @Test
  void shouldFallBackToTheLineBefore() throws IOException {
    try (var file = WatermarkFile.open(path)) {
      file.advance(mark(2));
      file.advance(mark(3));
    }
    damageLine(Files.readString(path).indexOf(mark(3).at().toString()) / LINE);

    assertThat(WatermarkFile.read(path)).contains(mark(2));
    // and it goes on from there
    try (var file = WatermarkFile.open(path)) {
      file.advance(mark(4));
    }
    assertThat(WatermarkFile.read(path)).contains(mark(4));
  }

  @Test
  void shouldSayThatItIsDamaged() throws IOException {
    damageLine(0);
    damageLine(1);

    assertThatThrownBy(() -> WatermarkFile.open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(path + " is damaged")
        .hasMessageContaining("remove that file");
  }

  @Test
  void shouldSayThatAnEmptyOneIsDamaged() throws IOException {
    Files.write(path, new byte[0]);

    assertThatThrownBy(() -> WatermarkFile.read(path)).isInstanceOf(JournalException.class);
  }

  @Test
  void shouldKnowNothingWithoutAFile() throws IOException {
    assertThat(WatermarkFile.read(folder.resolve("elsewhere"))).isEmpty();
  }

  @Test
  void shouldNotAcknowledgeWhatGoesToARemovedFile() throws IOException {
    try (var file = WatermarkFile.open(path)) {
      Files.delete(path);
      assertThatThrownBy(() -> file.advance(mark(2)))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessage(path + " was removed while it was in use");
      // nor to one that another file has replaced
      Files.writeString(path, "something else");
      assertThatThrownBy(() -> file.advance(mark(2)))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessage(path + " was replaced while it was in use");
      assertThat(file.newest()).isEqualTo(mark(1));
    }
  }

  /** Hadoop interrupts its threads; the others have to be able to write on. */
  @Test
  void shouldBeWrittenOnAfterAnInterruption() throws IOException {
    try (var file = WatermarkFile.open(path)) {
      Thread.currentThread().interrupt();
      file.advance(mark(2));
      assertThat(Thread.interrupted()).isTrue();
      file.advance(mark(3));
    }
    assertThat(WatermarkFile.read(path)).contains(mark(3));
  }

  private void damageLine(int line) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    bytes[line * LINE + 20] ^= 1;
    Files.write(path, bytes);
  }

  private static Watermark mark(long number) {
    return new Watermark("c0ffee", "RMNode|h1:1", number, NOW.plusSeconds(number));
  }
}
