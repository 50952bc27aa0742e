package ebb.journal.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import akka.persistence.jdbc.journal.dao.JournalTables.JournalAkkaSerializationRow;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The rows of {@code event_journal}, in the plugin's form plus a checksum. */
public final class EventRows {
  private static final String INSERT =
      """
      INSERT INTO "event_journal" ("deleted", "persistence_id", "sequence_number", "writer",
          "write_timestamp", "adapter_manifest", "event_payload", "event_ser_id",
          "event_ser_manifest", "meta_payload", "meta_ser_id", "meta_ser_manifest", "checksum")
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String LAST =
      """
      SELECT coalesce(max("sequence_number"), 0) FROM "event_journal" WHERE "persistence_id" = ?
      """;

  /** Inserts a row with the sequence number of an actor's next event. */
  private static final String CLAIM =
      """
      INSERT INTO event_journal (persistence_id, sequence_number, writer, event_ser_id,
          event_ser_manifest, event_payload, checksum)
      SELECT ?, coalesce(max(sequence_number), 0) + 1, '', 0, '', '', 0
      FROM event_journal WHERE persistence_id = ?
      ON CONFLICT DO NOTHING RETURNING sequence_number
      """;

  public static final String DAMAGED = "its row is not as it was written: the checksum differs";

  private static final int FETCH = 1000;

  private EventRows() {}

  public static void insert(List<JournalAkkaSerializationRow> rows, Connection connection)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (JournalAkkaSerializationRow row : rows) {
        insert.setBoolean(1, row.deleted());
        insert.setString(2, row.persistenceId());
        insert.setLong(3, row.sequenceNumber());
        insert.setString(4, row.writer());
        insert.setLong(5, row.writeTimestamp());
        insert.setString(6, row.adapterManifest());
        insert.setBytes(7, row.eventPayload());
        insert.setInt(8, row.eventSerId());
        insert.setString(9, row.eventSerManifest());
        insert.setBytes(10, row.metaPayload().getOrElse(() -> null));
        insert.setObject(11, row.metaSerId().getOrElse(() -> null));
        insert.setString(12, row.metaSerManifest().getOrElse(() -> null));
        insert.setLong(
            13,
            checksum(
                row.persistenceId(),
                row.sequenceNumber(),
                row.eventSerManifest(),
                row.eventPayload()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** The sequence number of an actor's last event; 0 if there is none. */
  public static long last(String persistenceId, Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(LAST)) {
      query.setString(1, persistenceId);
      return numberIn(query).orElseThrow();
    }
  }

  /**
   * The sequence number of an actor's last event; 0 if there is none. Waits until no earlier
   * transaction can add an event of this actor. With PostgreSQL only.
   *
   * <p>A COMMIT may take effect long after its client gave up or died, for example while a
   * synchronous standby is unavailable, or the WAL cannot be written. Until then its events are
   * invisible, and an actor that recovers without them would never see them. So this method inserts
   * a row with the next sequence number, and rolls back. PostgreSQL makes the insert wait for any
   * open transaction that has inserted the same number. That is enough, because a writer sends its
   * COMMIT only after it has inserted all of its rows.
   *
   * @throws SQLException also if an earlier transaction does not end within the statement timeout
   */
  public static long lastDecided(String persistenceId, Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
      claim.setString(1, persistenceId);
      claim.setString(2, persistenceId);
      Optional<Long> next = Optional.empty();
      while (next.isEmpty()) {
        // Another event was committed with this number. The next attempt sees it.
        next = numberIn(claim);
      }
      return next.get() - 1;
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static Optional<Long> numberIn(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
    }
  }

  /** Describes the first row that is missing or has a wrong checksum; empty if there is none. */
  public static Optional<String> damage(Connection connection) throws SQLException {
    String query =
        """
        SELECT "persistence_id", "sequence_number", "event_ser_manifest", "event_payload",
            "checksum"
        FROM "event_journal" ORDER BY "ordering"
        """;
    Map<String, Long> last = new HashMap<>();
    try (Statement statement = rowByRow(connection);
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        String persistenceId = rows.getString(1);
        long number = rows.getLong(2);
        if (checksum(persistenceId, number, rows.getString(3), rows.getBytes(4))
            != rows.getLong(5)) {
          return Optional.of("event " + number + " of " + persistenceId + ": " + DAMAGED);
        }
        long expected = last.merge(persistenceId, 1L, Long::sum);
        if (number != expected) {
          return Optional.of("event " + expected + " of " + persistenceId + " is missing");
        }
      }
    }
    return Optional.empty();
  }

  private static Statement rowByRow(Connection connection) throws SQLException {
    Statement statement = connection.createStatement();
    statement.setFetchSize(FETCH);
    return statement;
  }

  /** The checksum of an event's identity, manifest and content. */
  public static long checksum(
      String persistenceId, long sequenceNumber, String manifest, byte[] payload) {
    CRC32C sum = new CRC32C();
    sum.update(persistenceId.getBytes(UTF_8));
    sum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, sequenceNumber));
    sum.update(manifest.getBytes(UTF_8));
    sum.update(payload);
    return sum.getValue();
  }
}
