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

/** The rows of {@code event_journal}, in the plugin's form plus a checksum and a hash. */
public final class EventRows {
  private static final String INSERT =
      """
      INSERT INTO "event_journal" ("deleted", "persistence_id", "sequence_number", "writer",
          "write_timestamp", "adapter_manifest", "event_payload", "event_ser_id",
          "event_ser_manifest", "meta_payload", "meta_ser_id", "meta_ser_manifest", "checksum",
          "hash")
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String LAST =
      """
      SELECT "sequence_number", "hash" FROM "event_journal" WHERE "persistence_id" = ?
      ORDER BY "sequence_number" DESC LIMIT 1
      """;

  /** Inserts a row with the sequence number of an actor's next event. */
  private static final String CLAIM =
      """
      INSERT INTO event_journal (persistence_id, sequence_number, writer, event_ser_id,
          event_ser_manifest, event_payload, checksum)
      SELECT ?, coalesce(max(sequence_number), 0) + 1, '', 0, '', '', 0
      FROM event_journal WHERE persistence_id = ?
      ON CONFLICT DO NOTHING RETURNING sequence_number - 1, (
          SELECT hash FROM event_journal AS last
          WHERE last.persistence_id = event_journal.persistence_id
              AND last.sequence_number = event_journal.sequence_number - 1)
      """;

  public static final String DAMAGED = "its row is not as it was written: the checksum differs";

  private static final int FETCH = 1000;

  private EventRows() {}

  /**
   * Inserts events, each with a hash that follows from that of its actor's event before it.
   *
   * @param heads the newest events of actors; those that it lacks are read
   * @return the newest event of each actor, for {@code heads} once these rows are committed
   */
  public static Map<String, ChainHead> insert(
      List<JournalAkkaSerializationRow> rows, ChainHeads heads, Connection connection)
      throws SQLException {
    Map<String, ChainHead> written = new HashMap<>();
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (JournalAkkaSerializationRow row : rows) {
        EventHash hash = hash(row, before(row, written, heads, connection));
        written.put(row.persistenceId(), new ChainHead(row.sequenceNumber(), hash));
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
        insert.setBytes(14, hash.bytes());
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return written;
  }

  private static EventHash hash(JournalAkkaSerializationRow row, EventHash before) {
    return before.next(
        row.persistenceId(),
        row.sequenceNumber(),
        row.writer(),
        row.writeTimestamp(),
        row.eventSerId(),
        row.eventSerManifest(),
        row.eventPayload());
  }

  private static EventHash before(
      JournalAkkaSerializationRow row,
      Map<String, ChainHead> written,
      ChainHeads heads,
      Connection connection)
      throws SQLException {
    String actor = row.persistenceId();
    ChainHead head = Optional.ofNullable(written.get(actor)).orElseGet(() -> heads.of(actor));
    if (head.isBefore(row.sequenceNumber())) {
      return head.hash();
    }
    return last(actor, connection).hash();
  }

  /** An actor's last event. */
  public static ChainHead last(String persistenceId, Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(LAST)) {
      query.setString(1, persistenceId);
      return headIn(query).orElse(ChainHead.NONE);
    }
  }

  /**
   * An actor's last event. Waits until no earlier transaction can add an event of this actor. With
   * PostgreSQL only.
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
  public static ChainHead lastDecided(String persistenceId, Connection connection)
      throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
      claim.setString(1, persistenceId);
      claim.setString(2, persistenceId);
      Optional<ChainHead> last = Optional.empty();
      while (last.isEmpty()) {
        // Another event was committed with the next number. The next attempt sees it.
        last = headIn(claim);
      }
      return last.get();
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static Optional<ChainHead> headIn(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      return row.next()
          ? Optional.of(new ChainHead(row.getLong(1), EventHash.of(row.getBytes(2))))
          : Optional.empty();
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

  /** Whether the rows have the column for hashes. A table that an earlier build made has none. */
  static boolean haveHashes(Connection connection) throws SQLException {
    try (ResultSet column =
        connection.getMetaData().getColumns(null, null, "event_journal", "hash")) {
      return column.next();
    }
  }

  /**
   * @throws JournalException if the rows have no column for hashes
   */
  public static void requireHashes(Connection connection, Database database) throws SQLException {
    if (!haveHashes(connection)) {
      throw new JournalException(
          "The journal " + database.place() + " has no hashes: an earlier build of Ebb wrote it",
          "start this build on it once; new events get hashes from then on");
    }
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
