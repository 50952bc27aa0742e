package ebb.journal.database;

import com.typesafe.config.Config;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/** The database that contains the journal, and all that differs between the kinds of databases. */
public sealed interface Database permits SqliteFile, PostgresDatabase {

  /** Whether there is a journal at this place, damaged or not. */
  boolean exists() throws SQLException;

  /**
   * Creates a journal, atomically and durably.
   *
   * @param content writes the content, at least the identity, to the tables, which already exist
   * @throws JournalException if another process has just created a journal
   */
  void create(Content content) throws IOException, SQLException;

  /** The initial content of a new journal. */
  interface Content {
    void write(Connection connection) throws SQLException;
  }

  /**
   * Whether the files were copied, one after the other, while an instance was writing to them. It
   * is then unknown what the copy lacks.
   */
  boolean isCopiedInUse(Connection connection) throws IOException, SQLException;

  /**
   * @throws JournalException if {@link #isCopiedInUse}
   */
  default void requireNoCopyInUse(Connection connection) throws IOException, SQLException {
    if (isCopiedInUse(connection)) {
      throw new JournalException(
          "The journal "
              + place()
              + " may be incomplete: its files were copied while it was in use, or after a kill",
          "use a copy that 'ebb journal backup' made; 'ebb journal restore' takes this one as it"
              + " is");
    }
  }

  /** Opens a connection for reading and writing, with auto-commit. Never creates a database. */
  Connection connect() throws SQLException;

  /**
   * Opens a connection for reading. Never writes, and never creates a database. All queries see the
   * same state.
   */
  Connection connectForReading() throws SQLException;

  /** Creates missing tables. Can be called at every start, and by several processes at once. */
  void createTables(Connection connection) throws SQLException;

  /**
   * Looks for damage because of which the journal would appear to have less than it had. Must be
   * called before the first write.
   *
   * @return what is damaged; empty if nothing is, or if the server itself checks for damage
   */
  Optional<String> damageAtStart(Connection connection) throws SQLException;

  /**
   * Looks for damage in everything but the events, where readers detect it themselves. Can be
   * called while others write.
   */
  Optional<String> damage(Connection connection) throws SQLException;

  /**
   * The transactions that are still open and may have taken a position in the journal. A position
   * is taken before its row is committed, so a row may appear before rows that were already read.
   * Once all of these transactions have ended, it is final which rows exist up to the last position
   * that was visible before this call.
   *
   * @return a name for each transaction, which no later transaction gets
   */
  Set<String> openWrites(Connection connection) throws SQLException;

  /**
   * Marks this journal as lacking an acknowledged write, so that no instance continues with it.
   *
   * @param identity the identity of the journal that had the write
   */
  void disown(String identity) throws SQLException;

  /** The configuration by which Slick opens connections: profile and {@code db} section. */
  Config slick();

  /** Opens connections like {@link #connect}, for a pool. */
  DataSource dataSource();

  /** The location, for people; without credentials. */
  String place();

  /** Explains an error to the operator, in one line that names the location of the database. */
  JournalException explain(SQLException e);

  static JournalException existsAlready(String place) {
    return new JournalException(
        "A journal already exists at " + place, "start without --new-journal to go on with it");
  }

  static void requireNoDamage(Optional<String> damage, Database database) {
    if (damage.isPresent()) {
      throw SqliteFile.damaged(database.place(), damage.get());
    }
  }
}
