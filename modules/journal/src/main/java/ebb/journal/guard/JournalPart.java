package ebb.journal.guard;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;

/**
 * A part of the journal whose writes have their own order. Each process records the newest write to
 * it in a {@link WatermarkFile}.
 */
public enum JournalPart {
  /** Events of all persistent actors. An event is identified by its sequence number and time. */
  EVENTS("events.watermark") {
    @Override
    boolean holds(Watermark mark, Connection connection) throws SQLException {
      String query =
          """
          SELECT "write_timestamp" FROM "event_journal"
          WHERE "persistence_id" = ? AND "sequence_number" = ?
          """;
      try (PreparedStatement statement = connection.prepareStatement(query)) {
        statement.setString(1, mark.writer());
        statement.setLong(2, mark.number());
        try (ResultSet row = statement.executeQuery()) {
          return row.next() && row.getLong(1) == mark.at().toEpochMilli();
        }
      }
    }

    @Override
    public Watermark newest(String journal, Connection connection) throws SQLException {
      String query =
          """
          SELECT "persistence_id", "sequence_number", "write_timestamp" FROM "event_journal"
          ORDER BY "ordering" DESC LIMIT 1
          """;
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(query)) {
        return row.next()
            ? new Watermark(
                journal, row.getString(1), row.getLong(2), Instant.ofEpochMilli(row.getLong(3)))
            : Watermark.ofNothing(journal);
      }
    }
  },

  /** The data that leaders keep for Hadoop. Their transactions are counted over all terms. */
  LEADER_ROWS("leader-rows.watermark") {
    @Override
    boolean holds(Watermark mark, Connection connection) throws SQLException {
      return newest(mark.journal(), connection).number() >= mark.number()
          && !hasLaterTermThatBeganBefore(mark, connection);
    }

    // True after a failover to a database without the write, if a later leader has taken a term.
    private boolean hasLaterTermThatBeganBefore(Watermark mark, Connection connection)
        throws SQLException {
      String query =
          "SELECT COUNT(*) FROM \"ebb_term_start\" WHERE \"term\" > ? AND \"commits\" < ?";
      try (PreparedStatement statement = connection.prepareStatement(query)) {
        statement.setLong(1, mark.leaderTerm());
        statement.setLong(2, mark.number());
        try (ResultSet row = statement.executeQuery()) {
          return row.next() && row.getLong(1) > 0;
        }
      }
    }

    @Override
    public Watermark newest(String journal, Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery("SELECT \"term\", \"commits\" FROM \"ebb_leader_term\"")) {
        if (!row.next()) {
          throw new SQLException("the table ebb_leader_term has lost its row");
        }
        return Watermark.ofLeader(journal, row.getLong(1), row.getLong(2), Instant.EPOCH);
      }
    }
  };

  private final String fileName;

  JournalPart(String fileName) {
    this.fileName = fileName;
  }

  public Path fileIn(Path directory) {
    return directory.resolve(fileName);
  }

  /** Whether the database still has the acknowledged write. */
  abstract boolean holds(Watermark mark, Connection connection) throws SQLException;

  /**
   * The newest write in the database.
   *
   * @param journal the identity of the journal
   */
  public abstract Watermark newest(String journal, Connection connection) throws SQLException;
}
