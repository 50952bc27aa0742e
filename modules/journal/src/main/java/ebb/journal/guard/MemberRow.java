package ebb.journal.guard;

import ebb.journal.database.JournalException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A member's row in {@code ebb_lease}, without which the member cannot write events. A member that
 * the cluster has evicted has none.
 *
 * @param owner unique address of the member, so that no other process ever has this row
 */
public record MemberRow(String name, String owner) {
  /** The prefix of all names of member rows. */
  public static final String PREFIX = "member ";

  private static final String FIND = "SELECT 1 FROM ebb_lease WHERE name = ? AND owner = ?";

  /** Does not block renewals, because they do not change the key. A deletion of the row waits. */
  private static final String HOLD = FIND + " FOR KEY SHARE";

  /**
   * Locks the row until the transaction ends. An eviction of this member waits for the end of the
   * transaction, or is done before it and then detected.
   *
   * @throws JournalException if the row is gone
   */
  public void hold(Connection transaction) throws SQLException {
    require(HOLD, transaction);
  }

  /**
   * Checks that the row exists. Neither locks it nor waits for a lock.
   *
   * @throws JournalException if the row is gone
   */
  void require(Connection connection) throws SQLException {
    require(FIND, connection);
  }

  private void require(String query, Connection connection) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(query)) {
      find.setString(1, name);
      find.setString(2, owner);
      try (ResultSet row = find.executeQuery()) {
        if (!row.next()) {
          throw new JournalException(name + " is no longer a member, and writes nothing");
        }
      }
    }
  }
}
