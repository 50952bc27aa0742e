package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.journal.guard.LostWriteException;
import ebb.journal.maintenance.JournalBackup;
import ebb.journal.maintenance.JournalCheck;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.JournalReplay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A disk, a file system or a person damages the file of a journal: it is called damaged, at a start
 * and by whoever only reads it, and never taken for a journal with less in it.
 */
final class DamagedFileTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() {
    try (JournalDatabase journal = TestDatabase.open(folder);
        TestEvents events = new TestEvents(journal)) {
      for (int i = 0; i < 60; i++) {
        events.register("n" + i + ":1");
      }
    }
    file = folder.resolve("journal.db");
    assertThat(JournalCheck.of(folder.toString()).events()).isEqualTo(60);
  }

  enum Damage {
    CUT_BY_ONE_BYTE {
      @Override
      byte[] of(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length - 1);
      }
    },
    CUT_BY_ONE_PAGE {
      @Override
      byte[] of(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length - 4096);
      }
    },
    CUT_TO_HALF {
      @Override
      byte[] of(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length / 2);
      }
    },
    EMPTIED {
      @Override
      byte[] of(byte[] bytes) {
        return new byte[0];
      }
    },
    REPLACED {
      @Override
      byte[] of(byte[] bytes) {
        return "this is no database ".repeat(1000).getBytes(StandardCharsets.UTF_8);
      }
    },
    ZEROES {
      @Override
      byte[] of(byte[] bytes) {
        Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0);
        return bytes;
      }
    },
    A_LETTER_OF_AN_EVENT {
      @Override
      byte[] of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        bytes[text.indexOf("\"host\":\"n37\"") + 9] ^= 1;
        return bytes;
      }
    },
    A_DIGIT_OF_A_PLACE {
      @Override
      byte[] of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf("RMNode|n37:1"); at >= 0; ) {
          bytes[at + "RMNode|n".length()] ^= 1;
          at = text.indexOf("RMNode|n37:1", at + 1);
        }
        return bytes;
      }
    };

    abstract byte[] of(byte[] bytes);
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeCalledDamageByEverybody(Damage damage) throws IOException {
    byte[] before = Files.readAllBytes(file);
    byte[] after = damage.of(before.clone());
    assertThat(after).isNotEqualTo(before);
    Files.write(file, after);

    assertThatThrownBy(() -> JournalDatabase.open(JournalSettings.in(folder)))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("The journal " + file + " is damaged: ")
        .hasMessageContaining("restore a backup")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> JournalCheck.of(folder.toString()))
        .isInstanceOf(JournalException.class)
        .hasMessageMatching("(?s).*(is damaged|Unable to replay).*");
    assertThatThrownBy(
            () -> {
              try (JournalReader reader = JournalReader.open(folder)) {
                JournalReplay.steps(reader.events()).toList();
              }
            })
        .as("history")
        .isInstanceOf(JournalException.class);
    assertThatThrownBy(() -> JournalBackup.backUp(folder, folder.resolve("copy")))
        .isInstanceOf(JournalException.class);
    assertThat(folder.resolve("copy")).doesNotExist();
  }

  @Test
  void shouldNotBeginAnewWhereTheFileIsGone() throws IOException {
    Files.delete(file);

    assertThatThrownBy(() -> JournalDatabase.open(JournalSettings.in(folder)))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("The journal " + file + " is gone: it had write 1 of RMNode|n59:1")
        .hasMessageContaining("--new-journal");
    assertThat(file).doesNotExist();
  }

  @Test
  void shouldNotBeginAnewInAnEmptyFolder() {
    Path elsewhere = folder.resolve("elsewhere");

    assertThatThrownBy(() -> JournalDatabase.open(JournalSettings.in(elsewhere)))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("There is no journal at " + elsewhere.resolve("journal.db"))
        .hasMessageContaining("--new-journal");
    assertThat(elsewhere.resolve("journal.db")).doesNotExist();
  }

  @Test
  void shouldBeginAnewOnlyOnPurposeAndOnlyOnce() throws IOException {
    JournalSettings settings = JournalSettings.in(folder);
    assertThatThrownBy(() -> JournalCreation.create(settings))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("A journal already exists at " + file)
        .hasMessageContaining("start without --new-journal");
    // a damaged one is one, too
    Files.write(file, new byte[0]);
    assertThatThrownBy(() -> JournalCreation.create(settings))
        .hasMessageContaining("A journal already exists at " + file);
    // and what SQLite would take for a part of a new one
    Files.move(file, folder.resolve("old"));
    Path log = Files.writeString(folder.resolve("journal.db-wal"), "what a killed process leaves");
    assertThatThrownBy(() -> JournalCreation.create(settings))
        .hasMessageContaining("The log of an earlier journal is left at " + log);
    // and when both are out of the way
    Files.delete(log);
    JournalCreation.create(settings);
    JournalDatabase.open(settings).close();
  }

  /** A process that was killed leaves the log, which has what the file has not. */
  @Test
  void shouldNotMissWhatIsInALogThatIsCut() throws IOException {
    Path killed = folderOfAKilledProcess();
    Path log = killed.resolve("journal.db-wal");
    byte[] whole = Files.readAllBytes(log);
    // when its last page is not there
    Files.write(log, Arrays.copyOf(whole, whole.length - 1));
    // then
    assertThatThrownBy(() -> JournalDatabase.open(JournalSettings.in(killed)))
        .isInstanceOf(LostWriteException.class)
        .hasMessageContaining("lacks write 1 of RMNode|late:1");
  }

  /** Of a copy that is not known, and has to be restored. */
  @Test
  void shouldGoOnWithALogThatIsWhole() throws IOException {
    Path killed = folderOfAKilledProcess();
    assertThatThrownBy(() -> JournalDatabase.open(JournalSettings.in(killed)))
        .hasMessageContaining("its files were copied while it was in use, or after a kill");
    JournalBackup.restore(killed.resolve("journal.db"), killed);
    JournalDatabase.open(JournalSettings.in(killed)).close();
    assertThat(JournalCheck.of(killed.toString()).events()).isEqualTo(61);
  }

  /** A copy of what it leaves. */
  private Path folderOfAKilledProcess() throws IOException {
    Path killed = Files.createDirectory(folder.resolve("killed"));
    try (JournalDatabase journal = TestDatabase.open(folder);
        TestEvents events = new TestEvents(journal)) {
      events.register("late:1");
      for (String name :
          new String[] {
            "journal.db", "journal.db-wal", "events.watermark", "leader-rows.watermark"
          }) {
        Files.copy(folder.resolve(name), killed.resolve(name));
      }
    }
    return killed;
  }
}
