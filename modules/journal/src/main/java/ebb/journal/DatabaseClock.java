package ebb.journal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wall clock that several instances share: that of the journal's database. A drain's start and
 * deadline were written by one instance and are obeyed by another, so that the clocks of their
 * machines must not matter.
 *
 * <p>Between two looks at the database it counts on with this machine's steady clock, also while
 * the database is away. It may step back by what it was wrong. Safe for use by several threads.
 */
final class DatabaseClock extends Clock {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);
  private static final String NOW = "SELECT CURRENT_TIMESTAMP";

  /** How far a look may be off, which is half of what it took. */
  private static final Duration EXACT_ENOUGH = Duration.ofMillis(500);

  /** Worth a line in the log. */
  private static final Duration STEP = Duration.ofSeconds(1);

  /** What was seen: this time, at that count of the steady clock. */
  private record Sight(Instant time, long nanos) {}

  private final LeaderTerm.ConnectionSource connections;
  private final LongSupplier nanoTime;
  private volatile Sight sight;

  private DatabaseClock(LeaderTerm.ConnectionSource connections, LongSupplier nanoTime)
      throws SQLException {
    this.connections = connections;
    this.nanoTime = nanoTime;
    sight = look();
  }

  /**
   * Looks at the database once; {@link #adjust} does it again. Blocks.
   *
   * @param nanoTime steady, as {@link System#nanoTime}
   * @throws SQLException if the database does not answer, or not in time to be of use
   */
  static DatabaseClock of(LeaderTerm.ConnectionSource connections, LongSupplier nanoTime)
      throws SQLException {
    var clock = new DatabaseClock(connections, nanoTime);
    Duration own = Duration.between(Instant.now(), clock.instant());
    if (own.abs().compareTo(STEP) > 0) {
      LOG.warn(
          "The clock of this machine is {} {} that of the database, which counts",
          own.abs(),
          own.isNegative() ? "ahead of" : "behind");
    }
    return clock;
  }

  /** Looks at the database again; without an answer in time it counts on as before. Blocks. */
  void adjust() {
    try {
      Sight next = look();
      Duration step = Duration.between(timeAt(next.nanos()), next.time());
      if (step.abs().compareTo(STEP) > 0) {
        LOG.warn(
            "The clock of the database went {} {}",
            step.abs(),
            step.isNegative() ? "back" : "ahead");
      }
      sight = next;
    } catch (SQLException e) {
      LOG.debug("The database does not tell the time", e);
    }
  }

  private Sight look() throws SQLException {
    try (Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      long before = nanoTime.getAsLong();
      try (ResultSet row = statement.executeQuery(NOW)) {
        row.next();
        Instant time = row.getObject(1, OffsetDateTime.class).toInstant();
        long half = (nanoTime.getAsLong() - before) / 2;
        if (half > EXACT_ENOUGH.toNanos()) {
          throw new SQLException("it took " + Duration.ofNanos(2 * half) + " to tell the time");
        }
        return new Sight(time, before + half);
      }
    }
  }

  private Instant timeAt(long nanos) {
    Sight last = sight;
    return last.time().plusNanos(nanos - last.nanos());
  }

  @Override
  public Instant instant() {
    return timeAt(nanoTime.getAsLong());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return new Clock() {
      @Override
      public Instant instant() {
        return DatabaseClock.this.instant();
      }

      @Override
      public ZoneId getZone() {
        return zone;
      }

      @Override
      public Clock withZone(ZoneId other) {
        return DatabaseClock.this.withZone(other);
      }
    };
  }
}
