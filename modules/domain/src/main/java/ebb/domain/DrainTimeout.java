package ebb.domain;

import ebb.domain.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long a drain may take, counted from its start.
 *
 * @param limit empty for an infinite timeout, which is negative in YARN; zero ends the drain at
 *     once
 * @param held whether the drain goes on when nothing is left to wait for; without a limit only
 */
public record DrainTimeout(Optional<Duration> limit, boolean held) {
  public static final DrainTimeout INFINITE = new DrainTimeout(Optional.empty(), false);

  /** Infinite, and the drain does not end by itself. YARN has nothing of the kind. */
  public static final DrainTimeout HELD = new DrainTimeout(Optional.empty(), true);

  private static final String HELD_TEXT = "held";

  public DrainTimeout {
    if (limit.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("Expected no negative limit, but got " + limit);
    } else if (held && limit.isPresent()) {
      throw new IllegalArgumentException("Expected no limit of a held drain, but got " + limit);
    }
  }

  /** YARN's notation: any negative number is infinite. */
  public static DrainTimeout ofSeconds(long seconds) {
    return seconds < 0 ? INFINITE : of(Duration.ofSeconds(seconds));
  }

  public static DrainTimeout of(Duration limit) {
    return new DrainTimeout(Optional.of(limit), false);
  }

  /** YARN's notation: -1 when infinite. */
  public long toSeconds() {
    return limit.map(Duration::toSeconds).orElse(-1L);
  }

  /** As exact text: seconds in YARN's notation, or held. */
  public String exact() {
    return held ? HELD_TEXT : Long.toString(toSeconds());
  }

  /** The deadline of a drain that began at {@code start}; empty when infinite. */
  public Optional<Instant> after(Instant start) {
    return limit.map(start::plus);
  }

  /**
   * Whether a drain that began at {@code start} is over; as in YARN, it is over at its deadline.
   */
  public boolean isOver(Instant start, Instant now) {
    return after(start).filter(deadline -> !now.isBefore(deadline)).isPresent();
  }

  /** For people and logs: 1h30m, infinite, or held. */
  @Override
  public String toString() {
    return held ? HELD_TEXT : limit.map(DurationText::of).orElse(DurationText.INFINITE);
  }
}
