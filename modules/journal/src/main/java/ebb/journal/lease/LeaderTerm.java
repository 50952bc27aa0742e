package ebb.journal.lease;

import ebb.journal.database.JournalException;
import ebb.journal.guard.JournalGuard;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The number of the newest leadership, kept in the journal's database: 1 for the first, and never
 * given out twice, whatever crashes. Hard state. Safe for use by several threads and processes.
 */
public final class LeaderTerm {
  private static final String LEASE =
      """
      SELECT 1 FROM ebb_lease
      WHERE starts_with(name, 'ebb-singleton-') AND right(owner, length(?)) = ?
      """;

  private final ConnectionSource connections;
  private final JournalGuard guard;
  private final boolean underLease;

  /**
   * @param underLease whether only the process may take one that holds the lease of the lead
   */
  public LeaderTerm(ConnectionSource connections, JournalGuard guard, boolean underLease) {
    this.connections = connections;
    this.guard = guard;
    this.underLease = underLease;
  }

  /**
   * Takes the next term; durable when this returns. A term is lost if the process dies in between,
   * which does no harm. Blocks: call it on a dispatcher for blocking work.
   *
   * @throws JournalException if the database cannot be used, or lacks what was acknowledged, or the
   *     lease is another's; nobody leads with a term then
   */
  public long takeNext() {
    try (Connection connection = connections.connect()) {
      return guard.inTransaction(
          connection,
          transaction -> {
            guard.requireEvents(transaction);
            if (underLease && !holdLease(transaction)) {
              throw new JournalException(
                  "Cannot take a leader term: another process holds the lease");
            }
            return increment(transaction);
          });
    } catch (SQLException e) {
      throw new JournalException("Cannot take a leader term: " + e.getMessage(), e);
    }
  }

  /**
   * Nobody takes the lease of the lead away before the end of the transaction, if it is this
   * process's. A process that is paused after it gets the lease could otherwise take its term after
   * its successor. The successor could then write nothing, although it holds the lease: no instance
   * would lead.
   *
   * @return whether this process holds the lease of Akka's cluster singleton, in a system of the
   *     name ebb
   */
  static boolean holdLease(Connection transaction) throws SQLException {
    return findLease(LEASE + "FOR SHARE", transaction);
  }

  /** As {@link #holdLease}, of this moment only: locks nothing, and waits for nobody. */
  static boolean hasLease(Connection connection) throws SQLException {
    return findLease(LEASE, connection);
  }

  private static boolean findLease(String query, Connection connection) throws SQLException {
    String mark = ProcessIdentity.own();
    try (PreparedStatement lease = connection.prepareStatement(query)) {
      lease.setString(1, mark);
      lease.setString(2, mark);
      try (ResultSet row = lease.executeQuery()) {
        return row.next();
      }
    }
  }

  /** The update locks the row, so that nobody comes between it and the query. */
  private static long increment(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE \"ebb_leader_term\" SET \"term\" = \"term\" + 1");
      statement.executeUpdate(
          "INSERT INTO \"ebb_term_start\" SELECT \"term\", \"commits\" FROM \"ebb_leader_term\"");
      try (ResultSet row = statement.executeQuery("SELECT \"term\" FROM \"ebb_leader_term\"")) {
        if (!row.next()) {
          throw new SQLException("the table ebb_leader_term has lost its row");
        }
        return row.getLong(1);
      }
    }
  }

  @FunctionalInterface
  public interface ConnectionSource {
    Connection connect() throws SQLException;
  }
}
