package ebb.journal.clock;

import ebb.domain.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The time of a process, and the rules for following a {@link TimeReference}. A value without I/O.
 * Soft state, which each process starts anew.
 *
 * @param time the process's time
 * @param nanos the monotonic clock's count at that time
 * @param jump of the reference, while the process does not follow it
 */
record ClockState(Instant time, long nanos, Optional<Jump> jump) {

  /** Up to this difference the process follows the reference immediately. More is a jump. */
  static final Duration TOLERANCE = Duration.ofSeconds(1);

  /**
   * How long the reference must stay ahead by the same difference until the process follows it.
   * Long enough to notice and correct a clock that was set wrong, and for NodeManagers to report
   * again after a machine slept. Short compared with the usual timeout of an hour, because
   * deadlines are late by this much after a real jump.
   */
  static final Duration CONFIRM_AFTER = Duration.ofMinutes(5);

  /**
   * A jump of the reference away from the process's time.
   *
   * @param offset the reference's time minus the process's time
   * @param seenAt the monotonic clock's count when the jump was first seen
   */
  record Jump(Duration offset, long seenAt) {
    boolean isAhead() {
      return !offset.isNegative();
    }

    private boolean isSameAs(Duration other) {
      return isTolerable(offset.minus(other));
    }

    /** The absolute offset in full seconds, for example 1h30m. */
    String distance() {
      return DurationText.of(offset.abs().plusMillis(500).truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /** The result of a reading of the reference. */
  enum Outcome {
    /** The reference agrees, and the process follows it. */
    FOLLOWED,
    /** The reference has jumped, and the process does not follow it. */
    JUMPED,
    /** The reference is still where it jumped to. */
    AWAY,
    /** The reference has stayed ahead for long enough, and the process now follows it. */
    ADOPTED,
    /** The reference agrees again, and the process follows it. */
    RETURNED
  }

  /** The rules' decision on one reading. */
  record Decision(Outcome outcome, ClockState next) {}

  /** The state that follows the reference as it is. */
  static ClockState of(TimeReading reading) {
    return new ClockState(reading.time(), reading.nanos(), Optional.empty());
  }

  /** The process's time at a count of the monotonic clock. */
  Instant timeAt(long count) {
    return time.plusNanos(count - nanos);
  }

  /**
   * Applies the rules to a reading. The process never follows a jump back, because that would
   * prolong its drains.
   */
  Decision decide(TimeReading reading) {
    Duration offset = Duration.between(timeAt(reading.nanos()), reading.time());
    if (isTolerable(offset)) {
      return new Decision(jump.isEmpty() ? Outcome.FOLLOWED : Outcome.RETURNED, of(reading));
    }
    Optional<Jump> same = jump.filter(before -> before.isSameAs(offset));
    if (same.isEmpty()) {
      return new Decision(Outcome.JUMPED, with(new Jump(offset, reading.nanos())));
    }
    Jump known = same.get();
    if (!known.isAhead()) {
      // While the reference stays behind, it may drift. That is not another jump.
      return new Decision(Outcome.AWAY, with(new Jump(offset, known.seenAt())));
    }
    return Duration.ofNanos(reading.nanos() - known.seenAt()).compareTo(CONFIRM_AFTER) < 0
        ? new Decision(Outcome.AWAY, this)
        : new Decision(Outcome.ADOPTED, of(reading));
  }

  private ClockState with(Jump other) {
    return new ClockState(time, nanos, Optional.of(other));
  }

  private static boolean isTolerable(Duration difference) {
    return difference.abs().compareTo(TOLERANCE) <= 0;
  }
}
