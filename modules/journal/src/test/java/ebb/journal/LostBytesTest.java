package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.FilesOfAnInstance.Content;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.journal.maintenance.JournalBackup;
import ebb.journal.maintenance.JournalCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Power fails, or somebody copies files that are written to: whoever starts on what is left has all
 * that was acknowledged, or is refused. {@code -Dtrials=N} for more than the usual number.
 */
final class LostBytesTest {
  private static final int TRIALS = Integer.getInteger("trials", 20);
  private static final int SECTOR = 512;
  private static final String FILE = "journal.db";
  private static final String LOG = "journal.db-wal";
  private static final List<String> MARKS = List.of("events.watermark", "leader-rows.watermark");

  private static final long SEED = Long.getLong("seed", System.nanoTime());
  private static final Random RANDOM = new Random(SEED);

  @TempDir static Path folder;
  private static FilesOfAnInstance written;

  private int refused;

  @BeforeAll
  static void write() throws Exception {
    System.out.println("LostBytesTest: " + TRIALS + " trials, -Dseed=" + SEED);
    written = FilesOfAnInstance.write(folder, RANDOM);
  }

  private interface Loss {
    /**
     * @return files as they may be when there is power again
     */
    Map<String, byte[]> at(int moment);
  }

  @Test
  void shouldMissNothingWhereTheLogIsCut() throws IOException {
    expectAllOrNothing(
        0,
        moment -> {
          Map<String, byte[]> files = filesOf(moment);
          files.computeIfPresent(LOG, (name, log) -> cut(log));
          return files;
        });
    assertThat(refused).as("starts that were refused").isPositive();
  }

  @Test
  void shouldMissNothingWhereASectorOfTheLogIsLost() throws IOException {
    expectAllOrNothing(
        0,
        moment -> {
          Map<String, byte[]> files = filesOf(moment);
          files.computeIfPresent(LOG, (name, log) -> withoutASector(log));
          return files;
        });
    assertThat(refused).as("starts that were refused").isPositive();
  }

  /** What was written last was not acknowledged yet: that comes after the mark. */
  @Test
  void shouldMissNothingThatWasAcknowledgedWhereTheMarkIsTornToo() throws IOException {
    expectAllOrNothing(
        1,
        moment -> {
          Map<String, byte[]> files = filesOf(moment);
          Map<String, byte[]> before = filesOf(Math.max(0, moment - 1));
          MARKS.forEach(
              mark ->
                  files.computeIfPresent(mark, (n, now) -> torn(before.getOrDefault(n, now), now)));
          files.computeIfPresent(LOG, (name, log) -> cut(log));
          return files;
        });
    assertThat(refused).as("starts that were refused").isPositive();
  }

  @Test
  void shouldMissNothingWhereTheMarksAreGone() throws IOException {
    expectAllOrNothing(
        0,
        moment -> {
          Map<String, byte[]> files = filesOf(moment);
          files.keySet().removeAll(MARKS);
          return files;
        });
    assertThat(refused).isZero();
  }

  /**
   * @param late of the last writes that were not acknowledged
   */
  private void expectAllOrNothing(int late, Loss loss) throws IOException {
    for (int trial = 0; trial < TRIALS; trial++) {
      int moment = RANDOM.nextInt(written.moments().size());
      Optional<Content> found = FilesOfAnInstance.startAgain(loss.at(moment), folder);
      if (found.isEmpty()) {
        refused++;
      } else {
        assertThat(written.momentOf(found.get()))
            .as("of which moment all is there that was acknowledged; trial %d, %d", trial, SEED)
            .isBetween(moment - late, written.moments().size());
      }
    }
  }

  /**
   * As {@code cp} reads them, one after the other, while they are written and the log begins anew.
   */
  @Test
  void shouldRefuseFilesThatWereCopiedWhileTheyWereWritten() throws IOException {
    for (int trial = 0; trial < TRIALS; trial++) {
      Map<String, byte[]> files = new HashMap<>();
      List<String> copied =
          FilesOfAnInstance.NAMES.subList(0, 1 + RANDOM.nextInt(FilesOfAnInstance.NAMES.size()));
      int first = RANDOM.nextInt(written.moments().size());
      for (String name : copied) {
        int later = Math.min(written.moments().size() - 1, first + RANDOM.nextInt(15));
        files.put(name, filesOf(later).getOrDefault(name, new byte[0]));
      }
      Path copy = folder.resolve("copy-" + trial);
      FilesOfAnInstance.put(files, copy);

      assertThatThrownBy(() -> JournalCheck.of(copy.toString()))
          .as("check of %s, trial %d, seed %d", copied, trial, SEED)
          .isInstanceOf(JournalException.class);
      assertThatThrownBy(() -> JournalDatabase.open(JournalSettings.in(copy)))
          .as("start on %s, trial %d, seed %d", copied, trial, SEED)
          .isInstanceOf(JournalException.class);
    }
  }

  @Test
  void shouldSayThatACopyIsNoBackup() throws IOException {
    Path copy = folder.resolve("doubtful");
    FilesOfAnInstance.put(Map.of(FILE, filesOf(40).getOrDefault(FILE, new byte[0])), copy);
    String doubt = "may be incomplete: its files were copied while it was in use, or after a kill";

    assertThatThrownBy(() -> JournalDatabase.open(JournalSettings.in(copy)))
        .hasMessageContaining("The journal " + copy.resolve(FILE) + " " + doubt)
        .hasMessageContaining("'ebb journal backup'");
    assertThatThrownBy(() -> JournalBackup.backUp(copy, folder.resolve("backup.db")))
        .hasMessageContaining(doubt);
    // and when somebody has nothing better
    JournalBackup.Restored restored = JournalBackup.restore(copy.resolve(FILE), copy);
    assertThat(restored.lost()).hasValueSatisfying(lost -> assertThat(lost).contains(doubt));
    JournalDatabase.open(JournalSettings.in(copy)).close();
    assertThat(JournalCheck.of(copy.toString()).events()).isEqualTo(restored.journal().events());
  }

  private static Map<String, byte[]> filesOf(int moment) {
    return new HashMap<>(written.moments().get(moment).files());
  }

  private static byte[] cut(byte[] log) {
    return Arrays.copyOf(log, RANDOM.nextInt(log.length + 1));
  }

  private static byte[] withoutASector(byte[] log) {
    byte[] lost = log.clone();
    if (lost.length > 0) {
      int start = RANDOM.nextInt(lost.length) / SECTOR * SECTOR;
      Arrays.fill(lost, start, Math.min(lost.length, start + SECTOR), (byte) 0);
    }
    return lost;
  }

  /** Its beginning is new, and the rest is not written yet. */
  private static byte[] torn(byte[] before, byte[] now) {
    byte[] torn = before.clone();
    System.arraycopy(now, 0, torn, 0, RANDOM.nextInt(now.length + 1));
    return torn;
  }
}
