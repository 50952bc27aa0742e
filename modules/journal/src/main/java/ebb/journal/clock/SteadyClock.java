package ebb.journal.clock;

import ebb.domain.text.DurationText;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wall clock of this process. It runs on the monotonic clock of the machine and follows a
 * {@link TimeReference}, but not its jumps; {@link ClockState} has the rules. So drains neither end
 * early nor take longer because a clock was set or a machine slept.
 *
 * <p>This clock may go back by the tolerance of the rules. Safe for use by several threads.
 */
public final class SteadyClock extends Clock {
  private static final Logger LOG = LoggerFactory.getLogger(SteadyClock.class);

  private static final int FIRST_READINGS = 10;

  private final TimeReference reference;
  private final LongSupplier nanoTime;
  private volatile ClockState state;

  private SteadyClock(TimeReference reference, LongSupplier nanoTime, ClockState state) {
    this.reference = reference;
    this.nanoTime = nanoTime;
    this.state = state;
  }

  /**
   * Starts with the time that the reference shows, whatever it is. Blocks.
   *
   * @param nanoTime a monotonic clock, like {@link System#nanoTime}
   * @throws SQLException if the reference does not answer, or all answers take too long
   */
  public static SteadyClock start(TimeReference reference, LongSupplier nanoTime)
      throws SQLException {
    TimeReading first = firstOf(reference, nanoTime);
    var clock = new SteadyClock(reference, nanoTime, ClockState.of(first));
    Duration own = Duration.between(Instant.now(), clock.instant());
    if (own.abs().compareTo(ClockState.TOLERANCE) > 0) {
      LOG.warn(
          "The clock of this machine is {} {} the {}, which counts",
          own.abs(),
          own.isNegative() ? "ahead of" : "behind",
          reference.name());
    }
    return clock;
  }

  /** Reads again if needed: on a busy machine, the process may be suspended during a reading. */
  private static TimeReading firstOf(TimeReference reference, LongSupplier nanoTime)
      throws SQLException {
    TimeReading reading = reference.read(nanoTime);
    for (int again = 1; again < FIRST_READINGS && !reading.isExact(); again++) {
      reading = reference.read(nanoTime);
    }
    if (!reading.isExact()) {
      throw new SQLException(
          "each of %d answers took too long, the last one %s, to tell the time"
              .formatted(FIRST_READINGS, DurationText.of(reading.took())));
    }
    return reading;
  }

  /**
   * Reads the reference and applies the rules. Changes nothing if there is no answer, or it takes
   * too long. Blocks. Never throws.
   */
  public synchronized void check() {
    try {
      TimeReading reading = reference.read(nanoTime);
      if (reading.isExact()) {
        follow(reading);
      } else {
        LOG.debug("The {} took {} to answer", reference.name(), reading.took());
      }
    } catch (SQLException | RuntimeException e) {
      LOG.debug("The {} does not answer", reference.name(), e);
    }
  }

  private void follow(TimeReading reading) {
    ClockState before = state;
    ClockState.Decision decision = before.decide(reading);
    state = decision.next();
    switch (decision.outcome()) {
      case FOLLOWED, AWAY -> {}
      case JUMPED -> state.jump().ifPresent(this::warn);
      case ADOPTED ->
          LOG.warn(
              "The {} has stayed {} ahead for {}. This process follows it now: drains whose"
                  + " deadline has passed by it end at once.",
              reference.name(),
              before.jump().map(ClockState.Jump::distance).orElse(""),
              DurationText.of(ClockState.CONFIRM_AFTER));
      case RETURNED ->
          LOG.info("The {} agrees with this process again; no deadline moved.", reference.name());
    }
  }

  private void warn(ClockState.Jump jump) {
    if (jump.isAhead()) {
      LOG.warn(
          "The {} jumped {} ahead, or this machine slept. Deadlines do not move: this process"
              + " continues on its monotonic clock. If the clock stays ahead for {}, the process"
              + " follows it, and drains that are due by it end immediately. If the clock is wrong,"
              + " correct it before that.",
          reference.name(),
          jump.distance(),
          DurationText.of(ClockState.CONFIRM_AFTER));
    } else {
      LOG.warn(
          "The {} jumped {} back. Deadlines do not move: this process continues on its monotonic"
              + " clock until it ends. If the clock is wrong, correct it. If it is right, restart"
              + " every instance, preferably while no node drains: a restart prolongs running"
              + " drains by {}.",
          reference.name(),
          jump.distance(),
          jump.distance());
    }
  }

  /**
   * One line for people while the reference's time differs from this process's; empty while they
   * agree.
   */
  public Optional<String> problem() {
    return state.jump().map(this::problem);
  }

  private String problem(ClockState.Jump jump) {
    String where =
        "the %s is %s %s the time of this process"
            .formatted(reference.name(), jump.distance(), jump.isAhead() ? "ahead of" : "behind");
    return jump.isAhead()
        ? where
            + ", which follows it if that lasts for "
            + DurationText.of(ClockState.CONFIRM_AFTER)
        : where + ", which keeps its own until it ends";
  }

  @Override
  public Instant instant() {
    return state.timeAt(nanoTime.getAsLong());
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
        return SteadyClock.this.instant();
      }

      @Override
      public ZoneId getZone() {
        return zone;
      }

      @Override
      public Clock withZone(ZoneId other) {
        return SteadyClock.this.withZone(other);
      }
    };
  }
}
