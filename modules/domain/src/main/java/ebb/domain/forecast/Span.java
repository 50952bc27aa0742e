package ebb.domain.forecast;

import ebb.domain.Drain;
import java.time.Instant;
import java.util.Optional;

/**
 * The time that a drain, or an operation with all of its drains, has taken. In milliseconds of the
 * epoch, because a forecast compares hundreds of thousands of them.
 *
 * @param deadline {@link #NEVER} for none
 * @param end {@link #NEVER} while it goes on
 */
record Span(long start, long deadline, long end, End how) {
  static final long NEVER = Long.MAX_VALUE;

  /** How it ended. Of an operation's drains, the last in this order decides. */
  enum End {
    /** All work was done. */
    DONE,
    /** The deadline came first: the work would have taken longer. */
    DEADLINE,
    /** Somebody or something else ended it: the work might have taken longer. */
    CUT_SHORT,
    /** It goes on. */
    NONE
  }

  static Span of(Instant start, Optional<Instant> deadline, Optional<Instant> end, End how) {
    return new Span(start.toEpochMilli(), millis(deadline), millis(end), how);
  }

  static Span of(Drain running) {
    return of(running.startedAt(), running.deadline(), Optional.empty(), End.NONE);
  }

  private static long millis(Optional<Instant> at) {
    return at.map(Instant::toEpochMilli).orElse(NEVER);
  }

  /** How long it has lasted by now. Whatever ended later still goes on. */
  long lengthAt(long now) {
    return Math.min(end, now) - start;
  }

  /** Whether its work is known to be done by now; otherwise it might have lasted longer. */
  boolean isDoneAt(long now) {
    return how == End.DONE && end <= now;
  }

  /** Both as one, which lasts until both have ended. */
  Span and(Span other) {
    return new Span(
        Math.min(start, other.start),
        Math.max(deadline, other.deadline),
        Math.max(end, other.end),
        how.compareTo(other.how) > 0 ? how : other.how);
  }
}
