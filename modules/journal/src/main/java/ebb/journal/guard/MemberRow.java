package ebb.journal.guard;

import ebb.journal.database.JournalException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A member's row in {@code ebb_lease}, by which the member writes events. Whom the cluster has
 * given up has none.
 *
 * @param owner unique address of the member, so that nobody else ever has this row
 */
public record MemberRow(String name, String owner) {
  /** What all their names begin with. */
  public static final String PREFIX = "member ";

  private static final String FIND = "SELECT 1 FROM ebb_lease WHERE name = ? AND owner = ?";

  /** Renewals go on meanwhile: they leave the key alone. Who deletes the row waits. */
  private static final String HOLD = FIND + " FOR KEY SHARE";

  /**
   * Keeps the row until the transaction ends: whoever strikes this member off waits for what it
   * writes, or comes first and is seen.
   *
   * @throws JournalException if the row is gone
   */
  public void hold(Connection transaction) throws SQLException {
    require(HOLD, transaction);
  }

  /**
   * Looks for the row, and neither locks it nor waits for who does.
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
          throw new JournalException(name + " is no member any more, and writes nothing");
        }
      }
    }
  }
}
