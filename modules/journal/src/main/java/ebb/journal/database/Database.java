package ebb.journal.database;

import com.typesafe.config.Config;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/** What the journal lies in, and all that differs from one kind of database to the other. */
public sealed interface Database permits SqliteFile, PostgresDatabase {

  /** Whether there is anything at the place, damaged or not. */
  boolean exists() throws SQLException;

  /**
   * Makes a journal: all of it or nothing, and durable.
   *
   * @param content writes what is in it, its identity at least, to tables that are there
   * @throws JournalException if somebody else has just made one
   */
  void create(Content content) throws IOException, SQLException;

  /** What a new journal begins with. */
  interface Content {
    void write(Connection connection) throws SQLException;
  }

  /**
   * Whether somebody copied its files, one after the other, while an instance wrote to them: nobody
   * can know what is missing between them.
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
              + " may lack anything: its files were copied while it was in use, or after a kill",
          "use a copy that 'ebb journal backup' made; 'ebb journal restore' takes this one as it"
              + " is");
    }
  }

  /** A connection for reading and writing; never makes a database. Commits by itself. */
  Connection connect() throws SQLException;

  /** Never writes, and never makes a database. All queries see the same state. */
  Connection connectForReading() throws SQLException;

  /** As {@link #connectForReading}, of the server that takes writes: a replica may be behind. */
  default Connection connectToPrimaryForReading() throws SQLException {
    return connectForReading();
  }

  /**
   * Makes what is missing of the tables; may run at every start, and by several processes at once.
   */
  void createTables(Connection connection) throws SQLException;

  /**
   * Looks for damage that would be taken for less than there was, before anybody writes.
   *
   * @return what is damaged; empty where that is the server's own business
   */
  Optional<String> damageAtStart(Connection connection) throws SQLException;

  /**
   * Looks for damage of everything but the events, which their readers find by themselves; also
   * while others write.
   */
  Optional<String> damage(Connection connection) throws SQLException;

  /**
   * The transactions that may have taken a place in the journal and are not over. A place is taken
   * before the row is committed, so that a row may appear in front of others that have been read.
   * When all of these are over, it is decided what is in every place that was visible before.
   *
   * @return a name for each, which no later transaction has
   */
  Set<String> openWrites(Connection connection) throws SQLException;

  /**
   * Tells everybody who uses this journal that it lacks what was acknowledged: none of them goes on
   * with it.
   *
   * @param identity of the journal that had it
   */
  void disown(String identity) throws SQLException;

  /** How Slick opens connections: its profile, and the part of {@code db} that says where. */
  Config slick();

  /** As {@link #connect}, for a pool. */
  DataSource dataSource();

  /** The place, for people; without credentials. */
  String place();

  /** What an operator is told when the database cannot be used: one line that names the place. */
  JournalException explain(SQLException e);

  static JournalException existsAlready(String place) {
    return new JournalException(
        "There is a journal already at " + place, "start without --new-journal to go on with it");
  }

  static void requireNoDamage(Optional<String> damage, Database database) {
    if (damage.isPresent()) {
      throw SqliteFile.damaged(database.place(), damage.get());
    }
  }
}
