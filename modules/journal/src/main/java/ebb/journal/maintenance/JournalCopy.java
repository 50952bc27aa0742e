package ebb.journal.maintenance;

import ebb.journal.database.Database;
import ebb.journal.database.EventRows;
import ebb.journal.database.FolderLock;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import ebb.journal.database.JournalSettings;
import ebb.journal.database.JournalTable;
import ebb.journal.database.PostgresDatabase;
import ebb.journal.database.SqliteFile;
import ebb.journal.guard.JournalPart;
import ebb.journal.guard.Watermarks;
import ebb.journal.lease.InstanceLock;
import ebb.journal.lease.LeaseTable;
import ebb.journal.replay.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * Copies a whole journal to an empty place while no instance runs on it. The two databases may be
 * of different kinds. The copy is the same journal: an instance finds every write that its
 * watermarks record.
 */
public final class JournalCopy {
  private JournalCopy() {}

  /**
   * Copies all of the journal or nothing, durably, and checks the copy. Does not change the source.
   * Blocks.
   *
   * @param from as for {@link JournalReader#open(String)}
   * @param to like {@code from}; must not contain a journal yet
   * @return what is in the copy
   * @throws JournalInUseException if an instance uses the folder of the source or of the target
   * @throws JournalException with one line, if an instance runs on the source, the source is
   *     damaged or lacks an acknowledged write, there is a journal at the target, or the copy
   *     cannot be written
   */
  public static JournalCheck copy(String from, String to) {
    return copy(JournalReader.databaseAt(from), JournalReader.databaseAt(to));
  }

  @SuppressWarnings("try") // the locks are held, and not used
  static JournalCheck copy(Database source, Database target) {
    requireNone(target);
    try (AutoCloseable alone = source instanceof SqliteFile file ? lockOf(file) : () -> {};
        Connection rows =
            source instanceof PostgresDatabase database
                ? withoutInstances(database)
                : source.connectForReading();
        AutoCloseable own = target instanceof SqliteFile file ? lock(file) : () -> {}) {
      JournalCheck.ofAll(source);
      target.create(
          connection -> {
            fill(target, connection, rows);
            requireNothingNew(source, connection);
          });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new JournalException(
          "Cannot copy "
              + source.place()
              + " to "
              + target.place()
              + ": "
              + JournalException.reasonOf(e),
          target instanceof SqliteFile
              ? "nothing was changed"
              : "the target has the whole copy, or nothing: 'ebb journal check' says which",
          e);
    }
    return checked(target);
  }

  private static JournalCheck checked(Database target) {
    try {
      return JournalCheck.ofAll(target);
    } catch (JournalException e) {
      throw new JournalException(
          "The copy is made, and cannot be checked: " + e.finding(),
          "run 'ebb journal check' on it",
          e);
    }
  }

  private static void requireNone(Database target) {
    try {
      if (target.exists()) {
        throw new JournalException(
            "A journal already exists at " + target.place(), "name an empty place");
      }
    } catch (SQLException e) {
      throw target.explain(e);
    }
  }

  /** While this lock is held, no instance can run on the journal. */
  private static FolderLock lockOf(SqliteFile source) throws IOException {
    if (!source.exists()) {
      throw Watermarks.gone(source.place(), folderOf(source));
    }
    return lock(source);
  }

  /**
   * Detects writes during the copy. An instance that was paused for long holds no lease. When it
   * resumes, it may write events until it notices that it is no longer the leader.
   */
  private static void requireNothingNew(Database source, Connection copy) throws SQLException {
    if (source instanceof PostgresDatabase database) {
      try (Connection now = database.connect()) {
        for (JournalPart part : JournalPart.values()) {
          if (!part.newest("", now).equals(part.newest("", copy))) {
            throw new SQLException("an instance has written to it meanwhile");
          }
        }
      }
    }
  }

  /** While the connection is open, no instance leads. It sees all writes of the last leader. */
  private static Connection withoutInstances(PostgresDatabase database) throws SQLException {
    JournalSettings.Lease lease = JournalSettings.in(Path.of("")).lease();
    Connection lead;
    try {
      lead = database.holdLead();
    } catch (SQLException e) {
      throw database.explain(e);
    }
    try {
      InstanceLock.requireNone(new LeaseTable(database::connect, lease.timeToLive()), lease);
      return lead;
    } catch (SQLException | RuntimeException e) {
      lead.close();
      throw e;
    }
  }

  private static FolderLock lock(SqliteFile journal) throws IOException {
    return FolderLock.of(folderOf(journal));
  }

  private static Path folderOf(SqliteFile journal) {
    return journal.file().resolveSibling("");
  }

  /** Runs in a transaction, so that there is no incomplete copy. */
  private static void fill(Database target, Connection copy, Connection rows) throws SQLException {
    try (Statement statement = copy.createStatement()) {
      // A new journal starts with a row in this table.
      statement.executeUpdate(
          "DELETE FROM \"ebb_leader_term\" WHERE \"term\" = 0 AND \"commits\" = 0");
    }
    for (JournalTable table : JournalTable.values()) {
      table.copy(rows, copy);
    }
    requireWhole(EventRows.damage(copy));
    if (target instanceof SqliteFile file) {
      requireRemembered(file, copy);
    }
  }

  private static void requireWhole(Optional<String> damage) throws SQLException {
    if (damage.isPresent()) {
      throw new SQLException(damage.get());
    }
  }

  /** Compares the copy with watermarks that an earlier instance may have left in the folder. */
  private static void requireRemembered(SqliteFile target, Connection copy) throws SQLException {
    Path folder = folderOf(target);
    try {
      Watermarks.require(Watermarks.read(folder), folder, target.place(), copy);
    } catch (IOException e) {
      throw new SQLException("cannot read in " + folder + ": " + JournalException.reasonOf(e), e);
    }
  }
}
