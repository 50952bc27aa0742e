package ebb.journal.clock;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.function.LongSupplier;

/** The wall clock that a {@link SteadyClock} follows. For use by one thread at a time. */
public interface TimeReference {

  /** A name for use within a sentence: {@code clock of this machine}. */
  String name();

  /**
   * Reads the time. May block.
   *
   * @param nanoTime the monotonic clock, read right before and right after
   * @throws SQLException if there is no answer
   */
  TimeReading read(LongSupplier nanoTime) throws SQLException;

  /** The wall clock of this machine, for an instance that shares its journal with no other. */
  record OfMachine(Clock clock) implements TimeReference {
    @Override
    public String name() {
      return "clock of this machine";
    }

    @Override
    public TimeReading read(LongSupplier nanoTime) {
      long asked = nanoTime.getAsLong();
      Instant time = clock.instant();
      return new TimeReading(time, asked, nanoTime.getAsLong());
    }
  }
}
