package ebb.bench.failover;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a journal row, except those that the database fills in.
 *
 * @param adapterManifest null where the row has none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record JournalRow(
    String persistenceId,
    long sequenceNumber,
    String writer,
    long written,
    @Nullable String adapterManifest,
    int serializer,
    String manifest,
    byte[] payload,
    long checksum) {

  /** The ordering of the newest row; 0 if there is none. */
  static long newest(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT COALESCE(MAX(ordering), 0) FROM event_journal")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** All rows after this ordering. */
  static List<JournalRow> after(Connection connection, long ordering) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT persistence_id, sequence_number, writer, write_timestamp, adapter_manifest,"
                + " event_ser_id, event_ser_manifest, event_payload, checksum"
                + " FROM event_journal WHERE ordering > ? ORDER BY ordering")) {
      statement.setLong(1, ordering);
      List<JournalRow> rows = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          rows.add(
              new JournalRow(
                  row.getString(1),
                  row.getLong(2),
                  row.getString(3),
                  row.getLong(4),
                  row.getString(5),
                  row.getInt(6),
                  row.getString(7),
                  row.getBytes(8),
                  row.getLong(9)));
        }
      }
      return rows;
    }
  }
}
