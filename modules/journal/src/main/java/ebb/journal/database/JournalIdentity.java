package ebb.journal.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;

/**
 * The identity of a journal, in a row of its database. It does not change while the journal has all
 * acknowledged writes. A journal that has lost a write gets the identity of a fork.
 */
public final class JournalIdentity {
  private static final String FORK = "-fork-";

  private JournalIdentity() {}

  public static String next() {
    return UUID.randomUUID().toString();
  }

  public static void write(String identity, Connection connection) throws SQLException {
    String insert =
        "INSERT INTO \"ebb_journal\" (\"only_row\", \"identity\", \"probed_at\") VALUES (TRUE, ?, 0)";
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setString(1, identity);
      statement.executeUpdate();
    }
  }

  /** Gives a journal that has lost a write another identity; no effect if it has one already. */
  static void fork(String identity, Connection connection) throws SQLException {
    String update = "UPDATE \"ebb_journal\" SET \"identity\" = ? WHERE \"identity\" = ?";
    try (PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setString(1, identity + FORK + next());
      statement.setString(2, identity);
      statement.executeUpdate();
    }
  }

  public static boolean isFork(String identity, String original) {
    return identity.startsWith(original + FORK);
  }

  /** Empty if the row is gone. */
  public static Optional<String> read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT \"identity\" FROM \"ebb_journal\"")) {
      return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
    }
  }
}
