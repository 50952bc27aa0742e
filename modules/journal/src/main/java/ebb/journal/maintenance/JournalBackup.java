package ebb.journal.maintenance;

import ebb.journal.database.FileInPlace;
import ebb.journal.database.FolderLock;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import ebb.journal.database.OwnerOnly;
import ebb.journal.database.SqliteFile;
import ebb.journal.guard.JournalPart;
import ebb.journal.guard.LostWriteException;
import ebb.journal.guard.Watermark;
import ebb.journal.guard.Watermarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/** Backs up and restores a journal that is an SQLite file. PostgreSQL has its own backups. */
public final class JournalBackup {
  private static final DateTimeFormatter FOLDER_NAME =
      DateTimeFormatter.ofPattern("'replaced-'yyyyMMdd'T'HHmmss.SSS").withZone(ZoneOffset.UTC);

  private JournalBackup() {}

  /**
   * Writes a copy, also while an instance writes to the journal, and checks it. The copy gets its
   * final name when it is complete and durable. Only its owner can read and write it. Blocks.
   *
   * @param directory the folder of the journal
   * @param target a file that does not exist yet
   * @return what is in the copy
   * @throws JournalException with one line, if there is no journal, it is damaged, or the copy
   *     cannot be written
   */
  public static JournalCheck backUp(Path directory, Path target) {
    Path folder = directory.toAbsolutePath().normalize();
    SqliteFile journal = SqliteFile.in(folder);
    Path copy = target.toAbsolutePath().normalize();
    SqliteFile part = new SqliteFile(copy.resolveSibling(copy.getFileName() + ".part"));
    try {
      requireRoomFor(copy);
      if (!journal.exists()) {
        throw Watermarks.gone(journal.place(), folder);
      }
      try {
        Map<JournalPart, Watermark> acknowledged = Watermarks.read(folder);
        JournalCheck.requireNoCopyInUse(journal);
        journal.copyTo(part.file());
        JournalCheck found = JournalCheck.of(part).at(copy.toString());
        found.requireAll(acknowledged, folder, part);
        Files.move(part.file(), copy, StandardCopyOption.ATOMIC_MOVE);
        FileInPlace.syncFolder(copy);
        return found;
      } finally {
        Files.deleteIfExists(part.file());
      }
    } catch (IOException e) {
      throw new JournalException("Cannot write " + copy + ": " + JournalException.reasonOf(e), e);
    } catch (SQLException e) {
      throw journal.isDamage(e)
          ? journal.explain(e)
          : new JournalException(
              "Cannot copy "
                  + journal.place()
                  + " to "
                  + copy
                  + ": "
                  + JournalException.reasonOf(e),
              e);
    }
  }

  private static void requireRoomFor(Path copy) {
    if (Files.exists(copy)) {
      throw new JournalException("A file already exists at " + copy, "name another one");
    }
    Path folder = copy.resolveSibling("");
    if (!Files.isDirectory(folder)) {
      throw new JournalException("There is no folder " + folder, "make it first");
    }
  }

  /**
   * The result of a restore.
   *
   * @param lost what the copy lacks, or may lack, of the acknowledged writes; empty if no loss is
   *     known
   * @param replaced the folder with the former journal; empty if there was none
   */
  public record Restored(JournalCheck journal, Optional<String> lost, Optional<Path> replaced) {}

  /**
   * Replaces an unused journal with a copy. The former journal is kept. Blocks.
   *
   * @param source the copy; it is not changed
   * @param directory the folder of the journal; created if it is missing
   * @throws JournalInUseException if an instance uses the journal
   * @throws JournalException with one line, if the copy is not complete or cannot be restored; the
   *     message says whether anything was changed
   */
  @SuppressWarnings("try") // the lock is held, and not used
  public static Restored restore(Path source, Path directory) {
    Path folder = directory.toAbsolutePath().normalize();
    SqliteFile copy = new SqliteFile(source.toAbsolutePath().normalize());
    SqliteFile journal = SqliteFile.in(folder);
    SqliteFile part = new SqliteFile(folder.resolve(SqliteFile.NAME + ".new"));
    checkCopy(copy);
    Optional<Path> replaced = Optional.empty();
    try (FolderLock lock = FolderLock.of(folder)) {
      try {
        Optional<String> doubt = doubtOf(copy);
        // Includes what is in its log, if a killed process left one.
        copy.copyTo(part.file());
        JournalCheck found = JournalCheck.of(part);
        Optional<String> lost = lostBy(found, part, folder).or(() -> doubt);
        replaced = setAside(journal.file());
        Files.move(part.file(), journal.file(), StandardCopyOption.ATOMIC_MOVE);
        FileInPlace.syncFolder(journal.file());
        // Not before: a folder without journal and watermarks would count as a new installation.
        Watermarks.forget(folder);
        return new Restored(found.at(journal.place()), lost, replaced);
      } finally {
        Files.deleteIfExists(part.file());
      }
    } catch (IOException | SQLException e) {
      throw new JournalException(
          "Cannot restore to " + folder + ": " + JournalException.reasonOf(e),
          replaced.map(kept -> "what was there is in " + kept).orElse("nothing was changed"),
          e);
    }
  }

  private static void checkCopy(SqliteFile copy) {
    try {
      JournalCheck.of(copy);
    } catch (JournalException e) {
      throw new JournalException(e.finding(), "nothing was changed; name another copy", e);
    }
  }

  /** Why writes may be missing in a copy that was not made by 'ebb journal backup'. */
  private static Optional<String> doubtOf(SqliteFile copy) throws IOException, SQLException {
    try {
      JournalCheck.requireNoCopyInUse(copy);
      return Optional.empty();
    } catch (JournalException e) {
      return Optional.of(e.finding());
    }
  }

  private static Optional<String> lostBy(JournalCheck found, SqliteFile copy, Path folder)
      throws IOException, SQLException {
    try {
      found.requireAll(Watermarks.read(folder), folder, copy);
      return Optional.empty();
    } catch (LostWriteException e) {
      return Optional.of(e.finding());
    }
  }

  /** Moves the file, and the files that SQLite keeps next to it, to a new folder. */
  private static Optional<Path> setAside(Path file) throws IOException {
    Path folder = file.resolveSibling(FOLDER_NAME.format(Instant.now()));
    boolean found = false;
    for (String suffix : new String[] {"", "-wal", "-shm"}) {
      Path present = file.resolveSibling(file.getFileName() + suffix);
      if (Files.exists(present)) {
        OwnerOnly.folder(folder);
        Files.move(present, folder.resolve(present.getFileName()));
        found = true;
      }
    }
    return found ? Optional.of(folder) : Optional.empty();
  }
}
