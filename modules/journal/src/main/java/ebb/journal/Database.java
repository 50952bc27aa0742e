package ebb.journal;

import com.typesafe.config.Config;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** What the journal lies in, and all that differs from one kind of database to the other. */
sealed interface Database permits H2File, PostgresDatabase {

  /**
   * Makes what has to be there before the first connection, which is nothing if a server has it.
   */
  void prepare() throws IOException;

  /**
   * Keeps the place for this process, if that is not to be shared with others.
   *
   * @param connection an open one; stays open if it is what keeps the place, and is closed if not
   * @return what keeps the place until the journal is closed; empty if others may use it, too
   */
  Optional<Connection> hold(Connection connection) throws SQLException;

  /** A connection for reading and writing; with H2 the first one makes the file. */
  Connection connect() throws SQLException;

  /** Never writes, and never makes a database. All queries see the same state. */
  Connection connectForReading() throws SQLException;

  /**
   * Makes what is missing of the tables; may run at every start, and by several processes at once.
   */
  void createTables(Connection connection) throws SQLException;

  /** How Slick opens connections: its profile, and the part of {@code db} that says where. */
  Config slick();

  /** As {@link #connect}, for a pool. */
  DataSource dataSource();

  /** The place, for people; without credentials. */
  String place();

  /** What an operator is told when the database cannot be used: one line that names the place. */
  JournalException explain(SQLException e);
}
