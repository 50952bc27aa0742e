package ebb.bench.failover;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * The shortest time in which rows of the journal can be written durably: batches over one
 * connection, into a table with the same columns, keys and indexes.
 */
final class JdbcBaseline {
  /** Rows in a transaction, the most that Ebb writes in one. */
  private static final int BATCH = 400;

  private JdbcBaseline() {}

  /** Times the inserts. Creating the table is not counted. */
  static Duration write(Connection connection, List<JournalRow> rows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS plain_journal");
      statement.execute("CREATE TABLE plain_journal (LIKE event_journal INCLUDING ALL)");
    }
    connection.setAutoCommit(false);
    try {
      long start = System.nanoTime();
      insert(connection, rows);
      return Duration.ofNanos(System.nanoTime() - start);
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static void insert(Connection connection, List<JournalRow> rows) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO plain_journal (deleted, persistence_id, sequence_number, writer,"
                + " write_timestamp, adapter_manifest, event_ser_id, event_ser_manifest,"
                + " event_payload, checksum) VALUES (FALSE, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (int i = 0; i < rows.size(); i++) {
        JournalRow row = rows.get(i);
        statement.setString(1, row.persistenceId());
        statement.setLong(2, row.sequenceNumber());
        statement.setString(3, row.writer());
        statement.setLong(4, row.written());
        statement.setString(5, row.adapterManifest());
        statement.setInt(6, row.serializer());
        statement.setString(7, row.manifest());
        statement.setBytes(8, row.payload());
        statement.setLong(9, row.checksum());
        statement.addBatch();
        if ((i + 1) % BATCH == 0 || i + 1 == rows.size()) {
          statement.executeBatch();
          connection.commit();
        }
      }
    }
  }
}
