package ebb.journal.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ebb.journal.TestDatabase;
import ebb.journal.database.Database;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With PostgreSQL, the only database that several instances share. */
final class DatabaseTimeIT {

  @Test
  void shouldShowTheTimeOfTheDatabase(@TempDir Path folder) throws SQLException {
    Database database = TestDatabase.POSTGRES.emptyJournal(folder).database();
    var reference = new DatabaseTime(database::connect);

    TimeReading reading = reference.read(System::nanoTime);

    // The database runs on this machine.
    assertThat(reading.time()).isCloseTo(Instant.now(), within(2, ChronoUnit.SECONDS));
    assertThat(reading.answered()).isGreaterThan(reading.asked());
  }

  @Test
  void shouldFailWithoutADatabase() {
    var reference =
        new DatabaseTime(
            () -> {
              throw new SQLTransientConnectionException("away");
            });

    assertThatThrownBy(() -> reference.read(System::nanoTime))
        .isInstanceOf(SQLTransientConnectionException.class);
  }
}
