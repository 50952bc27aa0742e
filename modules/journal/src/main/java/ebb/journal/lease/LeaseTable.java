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
 * The rows of {@code ebb_lease}: leases with their owners and expiry. Only the database's clock
 * counts. After a restart of the database, a lease can be taken only when its owner has had the
 * time to live to renew it. Only with PostgreSQL. All methods block.
 */
public final class LeaseTable {
  /** No lease could be renewed before the server was running again. */
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
   * @param timeToLive how long a lease is valid after it was taken or renewed
   */
  public LeaseTable(LeaderTerm.ConnectionSource connections, Duration timeToLive) {
    this.connections = connections;
    this.timeToLive = timeToLive;
  }

  /**
   * A row as it was read.
   *
   * @param expires when the lease expires unless it is renewed; every renewal changes it
   */
  record Row(String owner, OffsetDateTime expires) {}

  /**
   * Takes a lease that has no owner, has expired, or already has this owner. Atomic.
   *
   * @param dead an owner whose process is known to have ended: its lease can be taken before it
   *     expires; may be empty
   * @return whether the owner has the lease now
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
   * Renews a lease that has this owner. That includes an expired lease that no other owner has
   * taken.
   *
   * @return false if the row has another owner, or is gone
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

  /** Releases a lease; does nothing if it has another owner. */
  void release(String name, String owner) throws SQLException {
    try (Connection connection = connections.connect();
        PreparedStatement release =
            connection.prepareStatement("DELETE FROM ebb_lease WHERE name = ? AND owner = ?")) {
      release.setString(1, name);
      release.setString(2, owner);
      release.executeUpdate();
    }
  }

  /** The owner of each lease whose name has this prefix, as long as nobody else could take it. */
  Map<String, String> held(String prefix) throws SQLException {
    Map<String, String> owners = new TreeMap<>();
    try (Connection connection = connections.connect();
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT name, owner FROM ebb_lease AS held WHERE starts_with(name, ?) AND "
                    + END
                    + " >= clock_timestamp()")) {
      query.setString(1, prefix);
      query.setLong(2, timeToLive.toMillis());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          owners.put(rows.getString(1), rows.getString(2));
        }
      }
    }
    return owners;
  }

  public Optional<Row> find(String name) throws SQLException {
    try (Connection connection = connections.connect();
        PreparedStatement query =
            connection.prepareStatement("SELECT owner, expires FROM ebb_lease WHERE name = ?")) {
      query.setString(1, name);
      try (ResultSet row = query.executeQuery()) {
        return row.next()
            ? Optional.of(new Row(row.getString(1), row.getObject(2, OffsetDateTime.class)))
            : Optional.empty();
      }
    }
  }
}
