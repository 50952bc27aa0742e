package ebb.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;

/** What tells one journal from every other one, for as long as it lives: a row of its database. */
final class JournalIdentity {
  private JournalIdentity() {}

  static String next() {
    return UUID.randomUUID().toString();
  }

  static void write(String identity, Connection connection) throws SQLException {
    String insert =
        "INSERT INTO \"ebb_journal\" (\"only_row\", \"identity\", \"probed_at\") VALUES (TRUE, ?, 0)";
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setString(1, identity);
      statement.executeUpdate();
    }
  }

  /** Empty if the row is gone. */
  static Optional<String> read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT \"identity\" FROM \"ebb_journal\"")) {
      return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
    }
  }
}
