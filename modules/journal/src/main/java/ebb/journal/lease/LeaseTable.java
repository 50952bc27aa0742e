package ebb.journal.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rows of {@code ebb_lease}: who holds what until when. The database's clock decides, and
 * nobody else's; what was not renewed because the database itself was away is kept for as long as
 * its owner has to renew it. Only with PostgreSQL. All methods block.
 */
public final class LeaseTable {
  /** Nobody could renew anything before the server was there again. */
  private static final String END =
      "greatest(held.expires, pg_postmaster_start_time() + ? * INTERVAL '1 millisecond')";

  private static final String TAKE =
      """
      INSERT INTO ebb_lease AS held (name, owner, expires)
      VALUES (?, ?, clock_timestamp() + ? * INTERVAL '1 millisecond')
      ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires = excluded.expires
      WHERE held.owner = excluded.owner OR held.owner = ? OR %s < clock_timestamp()
      """
          .formatted(END);

  private static final String RENEW =
      """
      UPDATE ebb_lease SET expires = clock_timestamp() + ? * INTERVAL '1 millisecond'
      WHERE name = ? AND owner = ?
      """;

  private final LeaderTerm.ConnectionSource connections;
  private final Duration timeToLive;

  /**
   * @param timeToLive of what is taken or renewed, from that moment on
   */
  public LeaseTable(LeaderTerm.ConnectionSource connections, Duration timeToLive) {
    this.connections = connections;
    this.timeToLive = timeToLive;
  }

  /**
   * A row as it was seen.
   *
   * @param expires unless it is renewed; every renewal changes it
   */
  record Row(String owner, OffsetDateTime expires) {}

  /**
   * Takes what nobody holds, or what is the owner's anyway. Atomic.
   *
   * @param dead an owner known to have ended, whose row need not expire; may be empty
   * @return whether it is the owner's now
   */
  public boolean take(String name, String owner, String dead) throws SQLException {
    try (Connection connection = connections.connect();
        PreparedStatement take = connection.prepareStatement(TAKE)) {
      take.setString(1, name);
      take.setString(2, owner);
      take.setLong(3, timeToLive.toMillis());
      take.setString(4, dead);
      take.setLong(5, timeToLive.toMillis());
      return take.executeUpdate() == 1;
    }
  }

  /**
   * Never takes anything that is not the owner's; what expired, and nobody has taken, still is.
   *
   * @return false if the row names somebody else, or is gone
   */
  public boolean renew(String name, String owner) throws SQLException {
    try (Connection connection = connections.connect();
        PreparedStatement renew = connection.prepareStatement(RENEW)) {
      renew.setLong(1, timeToLive.toMillis());
      renew.setString(2, name);
      renew.setString(3, owner);
      return renew.executeUpdate() == 1;
    }
  }

  /** Does nothing if it is not the owner's. */
  void release(String name, String owner) throws SQLException {
    try (Connection connection = connections.connect();
        PreparedStatement release =
            connection.prepareStatement("DELETE FROM ebb_lease WHERE name = ? AND owner = ?")) {
      release.setString(1, name);
      release.setString(2, owner);
      release.executeUpdate();
    }
  }

  /** Who holds what at the moment, of the rows whose names begin so. */
  Map<String, String> held(String prefix) throws SQLException {
    Map<String, String> owners = new TreeMap<>();
    try (Connection connection = connections.connect();
        PreparedStatement look =
            connection.prepareStatement(
                "SELECT name, owner FROM ebb_lease WHERE starts_with(name, ?)"
                    + " AND expires > clock_timestamp()")) {
      look.setString(1, prefix);
      try (ResultSet rows = look.executeQuery()) {
        while (rows.next()) {
          owners.put(rows.getString(1), rows.getString(2));
        }
      }
    }
    return owners;
  }

  public Optional<Row> look(String name) throws SQLException {
    try (Connection connection = connections.connect();
        PreparedStatement look =
            connection.prepareStatement("SELECT owner, expires FROM ebb_lease WHERE name = ?")) {
      look.setString(1, name);
      try (ResultSet row = look.executeQuery()) {
        return row.next()
            ? Optional.of(new Row(row.getString(1), row.getObject(2, OffsetDateTime.class)))
            : Optional.empty();
      }
    }
  }
}
