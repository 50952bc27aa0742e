package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DatabaseClockTest {
  private static final String URL = "jdbc:h2:mem:clock";

  private final AtomicLong steady = new AtomicLong(17);
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicLong answerTakes = new AtomicLong();
  private Connection database;

  @BeforeEach
  void open() throws SQLException {
    database = DriverManager.getConnection(URL);
  }

  @AfterEach
  void close() throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute("SHUTDOWN");
    }
  }

  @Test
  void shouldShowTheTimeOfTheDatabase() throws SQLException {
    assertThat(clock().instant()).isCloseTo(databaseTime(), within(2, ChronoUnit.SECONDS));
  }

  /** Whatever the wall clock of the machine does meanwhile. */
  @Test
  void shouldCountOnWithTheSteadyClock() throws SQLException {
    DatabaseClock clock = clock();
    Instant before = clock.instant();

    steady.addAndGet(Duration.ofHours(3).toNanos());

    assertThat(Duration.between(before, clock.instant())).isEqualTo(Duration.ofHours(3));
  }

  @Test
  void shouldComeBackToTheDatabaseWhenItLooksAgain() throws SQLException {
    DatabaseClock clock = clock();
    steady.addAndGet(Duration.ofHours(3).toNanos());

    clock.adjust();

    assertThat(clock.instant()).isCloseTo(databaseTime(), within(2, ChronoUnit.SECONDS));
  }

  @Test
  void shouldCountOnWhileTheDatabaseIsAway() throws SQLException {
    DatabaseClock clock = clock();
    Instant before = clock.instant();
    steady.addAndGet(Duration.ofMinutes(1).toNanos());
    away.set(true);

    clock.adjust();

    assertThat(Duration.between(before, clock.instant())).isEqualTo(Duration.ofMinutes(1));
  }

  /** Nobody knows when in those five seconds the database looked at its clock. */
  @Test
  void shouldNotBelieveAnAnswerThatTookTooLong() throws SQLException {
    DatabaseClock clock = clock();
    Instant before = clock.instant();
    answerTakes.set(Duration.ofSeconds(5).toNanos());

    clock.adjust();

    assertThat(Duration.between(before, clock.instant())).isEqualTo(Duration.ofSeconds(10));
    assertThatThrownBy(this::clock)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("to tell the time");
  }

  private DatabaseClock clock() throws SQLException {
    return DatabaseClock.of(this::connect, () -> steady.getAndAdd(answerTakes.get()));
  }

  private Connection connect() throws SQLException {
    if (away.get()) {
      throw new SQLTransientConnectionException("away");
    }
    return DriverManager.getConnection(URL);
  }

  private Instant databaseTime() throws SQLException {
    try (Statement statement = database.createStatement();
        var row = statement.executeQuery("SELECT CURRENT_TIMESTAMP")) {
      row.next();
      return row.getObject(1, java.time.OffsetDateTime.class).toInstant();
    }
  }
}
