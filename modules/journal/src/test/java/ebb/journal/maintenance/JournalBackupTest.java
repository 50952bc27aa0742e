package ebb.journal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.JournalDatabase;
import ebb.journal.TestDatabase;
import ebb.journal.TestEvents;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator copies the journal of a running instance, and puts the copy back later. */
final class JournalBackupTest {
  @TempDir Path folder;
  private Path directory;
  private JournalDatabase journal;
  private TestEvents events;

  @BeforeEach
  void start() {
    directory = folder.resolve("journal");
    open();
  }

  @AfterEach
  void stop() {
    events.close();
    journal.close();
  }

  private void open() {
    journal = TestDatabase.open(directory);
    events = new TestEvents(journal);
  }

  @Test
  void shouldCopyARunningJournal() {
    // given
    events.register("n1:1");
    events.register("n2:1");
    // when
    Path copy = folder.resolve("backup.db");
    JournalCheck found = JournalBackup.backUp(directory, copy);
    events.register("n3:1");
    // then
    assertThat(found.events()).isEqualTo(2);
    assertThat(found.nodes()).isEqualTo(2);
    assertThat(found.place()).isEqualTo(copy.toString());
    assertThat(JournalCheck.of(directory.toString()).events()).isEqualTo(3);
    assertThat(JournalCheck.of(directory.toString()).identity()).isEqualTo(found.identity());
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  /** They hold Hadoop's tokens and keys. */
  @Test
  void shouldKeepEveryFileAndCopyFromOtherUsers() throws IOException {
    // given
    events.register("n1:1");
    Path copy = folder.resolve("backup.db");
    // when
    JournalBackup.backUp(directory, copy);
    // then
    assertThat(mode(copy)).isEqualTo("rw-------");
    assertThat(directory.resolve("journal.db-wal")).exists();
    assertAllOwnersOnly();
    // and when
    stop();
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
    JournalBackup.restore(copy, directory);
    open();
    events.register("n2:1");
    // then
    assertAllOwnersOnly();
  }

  private void assertAllOwnersOnly() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      assertThat(all).hasSizeGreaterThan(5).allMatch(path -> mode(path).endsWith("------"));
    }
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldNotOverwriteACopy() throws IOException {
    Path copy = Files.writeString(folder.resolve("backup.db"), "precious");

    assertThatThrownBy(() -> JournalBackup.backUp(directory, copy))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("A file already exists at " + copy);
    assertThat(copy).hasContent("precious");
  }

  @Test
  void shouldRestoreWhatWasCopiedAndSayWhatIsLost() {
    // given
    events.register("n1:1");
    Path copy = folder.resolve("backup.db");
    JournalBackup.backUp(directory, copy);
    events.register("n2:1");
    // when it is tried while the instance runs
    assertThatThrownBy(() -> JournalBackup.restore(copy, directory))
        .isInstanceOf(JournalInUseException.class);
    stop();
    // and when it has ended
    JournalBackup.Restored restored = JournalBackup.restore(copy, directory);
    // then
    assertThat(restored.journal().events()).isEqualTo(1);
    assertThat(restored.lost())
        .hasValueSatisfying(lost -> assertThat(lost).contains("write 1 of RMNode|n2:1"));
    Path replaced = restored.replaced().orElseThrow();
    assertThat(JournalCheck.of(replaced.toString()).events()).isEqualTo(2);
    // and the next start goes on with it
    open();
    events.register("n2:1");
    assertThat(JournalCheck.of(directory.toString()).events()).isEqualTo(2);
    assertThat(journal.problem()).isEmpty();
  }

  /** What was set aside after a kill has a log, and in it the newest events. */
  @Test
  void shouldRestoreWhatAKilledProcessLeft() throws IOException {
    events.register("n1:1");
    Path killed = Files.createDirectory(folder.resolve("killed"));
    for (String name : new String[] {"journal.db", "journal.db-wal"}) {
      Files.copy(directory.resolve(name), killed.resolve(name));
    }
    assertThat(killed.resolve("journal.db-wal").toFile().length()).isPositive();
    stop();

    JournalBackup.Restored restored =
        JournalBackup.restore(killed.resolve("journal.db"), directory);

    assertThat(restored.journal().events()).isEqualTo(1);
    assertThat(restored.lost())
        .as("what copies of files may lack")
        .hasValueSatisfying(lost -> assertThat(lost).contains("were copied while it was in use"));
    open();
    assertThat(JournalCheck.of(directory.toString()).events()).isEqualTo(1);
  }

  @Test
  void shouldRestoreToAnEmptyFolder() {
    events.register("n1:1");
    Path copy = folder.resolve("backup.db");
    JournalBackup.backUp(directory, copy);

    JournalBackup.Restored restored = JournalBackup.restore(copy, folder.resolve("elsewhere"));

    assertThat(restored.journal().events()).isEqualTo(1);
    assertThat(restored.lost()).isEmpty();
    assertThat(restored.replaced()).isEqualTo(Optional.empty());
  }

  @Test
  void shouldNotRestoreADamagedCopy() throws IOException {
    events.register("n1:1");
    Path copy = folder.resolve("backup.db");
    JournalBackup.backUp(directory, copy);
    byte[] bytes = Files.readAllBytes(copy);
    Files.write(copy, Arrays.copyOf(bytes, bytes.length - 1));
    stop();

    assertThatThrownBy(() -> JournalBackup.restore(copy, directory))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(copy + " is damaged");
    // and nothing has changed
    open();
    assertThat(JournalCheck.of(directory.toString()).events()).isEqualTo(1);
  }
}
