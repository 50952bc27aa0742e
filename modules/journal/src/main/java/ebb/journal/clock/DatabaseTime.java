package ebb.journal.clock;

import ebb.journal.lease.LeaderTerm;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.LongSupplier;

/**
 * The clock of the database that several instances share. One instance may write a drain's start
 * and timeout and another one apply them, so the clocks of their machines must not matter.
 *
 * @param connections opens a new connection for each reading
 */
public record DatabaseTime(LeaderTerm.ConnectionSource connections) implements TimeReference {
  private static final String NOW = "SELECT CURRENT_TIMESTAMP";

  @Override
  public String name() {
    return "clock of the database";
  }

  @Override
  public TimeReading read(LongSupplier nanoTime) throws SQLException {
    try (Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      long asked = nanoTime.getAsLong();
      try (ResultSet row = statement.executeQuery(NOW)) {
        row.next();
        Instant time = row.getObject(1, OffsetDateTime.class).toInstant();
        return new TimeReading(time, asked, nanoTime.getAsLong());
      }
    }
  }
}
