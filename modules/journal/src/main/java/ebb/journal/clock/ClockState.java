package ebb.journal.clock;

import ebb.domain.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What a process takes for the time, and the rules for following a {@link TimeReference}. A value
 * without I/O; soft state, which begins anew with each process.
 *
 * @param time the process's time
 * @param nanos the monotonic clock's count at that time
 * @param jump of the reference, while the process does not follow it
 */
record ClockState(Instant time, long nanos, Optional<Jump> jump) {

  /** Up to this difference the process follows the reference at once. More is a jump. */
  static final Duration TOLERANCE = Duration.ofSeconds(1);

  /**
   * For how long the reference has to stay ahead, by the same difference, until the process follows
   * it. Long enough for a clock that was set wrong to be noticed and set right, and for
   * NodeManagers to report again after a machine slept. Short beside the usual timeout of an hour,
   * because deadlines are late by this much after a real jump.
   */
  static final Duration CONFIRM_AFTER = Duration.ofMinutes(5);

  /**
   * The reference went away from the process's time.
   *
   * @param offset what the reference shows more than the process, negative if less
   * @param seenAt the monotonic clock's count at which it was seen first
   */
  record Jump(Duration offset, long seenAt) {
    boolean isAhead() {
      return !offset.isNegative();
    }

    private boolean isSameAs(Duration other) {
      return isTolerable(offset.minus(other));
    }

    /** How far, in full seconds, as in 1h30m. */
    String distance() {
      return DurationText.of(offset.abs().plusMillis(500).truncatedTo(ChronoUnit.SECONDS));
    }
  }

  /** What a reading of the reference has led to. */
  enum Outcome {
    /** The reference agrees, and the process follows it. */
    FOLLOWED,
    /** The reference has jumped, and the process does not follow it. */
    JUMPED,
    /** The reference is still where it jumped to. */
    AWAY,
    /** The reference has stayed ahead for long enough, and the process follows it from now on. */
    ADOPTED,
    /** The reference agrees again, and the process follows it. */
    RETURNED
  }

  /** The answer of the rules to one reading. */
  record Decision(Outcome outcome, ClockState next) {}

  /** The reference is taken as it is. */
  static ClockState of(TimeReading reading) {
    return new ClockState(reading.time(), reading.nanos(), Optional.empty());
  }

  /** The process's time at a count of the monotonic clock. */
  Instant timeAt(long count) {
    return time.plusNanos(count - nanos);
  }

  /**
   * What the process takes for the time after a reading. It never follows a jump back: that would
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
      // It may drift while it stays behind, which is not another jump.
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
