package ebb.journal.lease;

import ebb.journal.database.JournalException;
import ebb.journal.guard.JournalGuard;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The number of the newest leader term, kept in the journal's database. The first term is 1. No
 * number is given out twice, whatever crashes. Hard state. Safe for use by several threads and
 * processes.
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
   * @param underLease whether a process must hold the leader lease to take a term
   */
  public LeaderTerm(ConnectionSource connections, JournalGuard guard, boolean underLease) {
    this.connections = connections;
    this.guard = guard;
    this.underLease = underLease;
  }

  /**
   * Takes the next term; durable when this returns. If the process dies before it uses the term,
   * the number is skipped, which does no harm. Blocks: call it on a dispatcher for blocking work.
   *
   * @throws JournalException if the database cannot be used or lacks an acknowledged write, or if
   *     another process holds the lease; no term may be used then
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
   * Locks the leader lease until the end of the transaction, if this process holds it. Otherwise a
   * process that is paused after it gets the lease could take its term after its successor. The
   * successor could then write nothing, although it holds the lease: no instance would lead.
   *
   * @return whether this process holds the lease of Akka's cluster singleton, in an actor system
   *     with the name ebb
   */
  static boolean holdLease(Connection transaction) throws SQLException {
    return findLease(LEASE + "FOR SHARE", transaction);
  }

  /** Like {@link #holdLease}, but only at this moment: takes no lock, and waits for none. */
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

  /** The update locks the row, so no other process can change it before the query. */
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
