package ebb.journal.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest timeline of each PostgreSQL system, a server with its standbys, that this process has
 * connected to. A promoted standby starts a new timeline. So a primary on an earlier timeline was
 * replaced without noticing it. Soft state: after a start of this process, such a server is only
 * detected if the journal lacks a write. Safe for use by several threads.
 */
final class Timelines {
  private static final Logger LOG = LoggerFactory.getLogger(Timelines.class);

  /** The name of a WAL file starts with the timeline, in eight hexadecimal digits. */
  private static final String QUERY =
      """
      SELECT system_identifier,
        ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint
      FROM pg_control_system() WHERE NOT pg_is_in_recovery()
      """;

  /** PostgreSQL's "cannot connect now": counts as temporary, because an operator may correct it. */
  private static final String CANNOT_CONNECT_NOW = "57P03";

  /** The key is the system identifier, which a server and its standbys have in common. */
  private final Map<Long, Long> newest = new ConcurrentHashMap<>();

  private final AtomicBoolean unsaid = new AtomicBoolean();

  /**
   * Must be called for each new connection. Accepts every server in recovery.
   *
   * @throws SQLException if another server has replaced this one
   */
  void requireNewest(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      if (row.next()) {
        requireNewest(row.getLong(1), row.getLong(2), connection.getMetaData().getURL());
      }
    } catch (SQLException e) {
      if (TransientSqlErrors.mayPass(e)) {
        throw e;
      }
      if (unsaid.compareAndSet(false, true)) {
        LOG.warn(
            "PostgreSQL does not report its timeline, so a replaced primary is not noticed: {}",
            e.getMessage());
      }
    }
  }

  private void requireNewest(long system, long timeline, String url) throws SQLException {
    long known = newest.merge(system, timeline, Math::max);
    if (timeline < known) {
      throw new SQLException(
          ("the server at %s was replaced, and takes writes: it is on timeline %d, and %d has"
                  + " begun; stop it, or restart this instance if you went back to that server")
              .formatted(url.replaceAll("\\?.*", ""), timeline, known),
          CANNOT_CONNECT_NOW);
    }
  }
}
