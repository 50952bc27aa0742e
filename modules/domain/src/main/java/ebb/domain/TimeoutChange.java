package ebb.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A new timeout for a running drain, in one of three forms. The first form that is present applies.
 *
 * @param timeout the new timeout, counted from the start of the drain
 * @param deadline when the drain is to end
 * @param extension added to the timeout in force; an infinite timeout stays infinite
 * @param requireConfirmation whether to reject a change that would end the drain at once
 */
public record TimeoutChange(
    Optional<DrainTimeout> timeout,
    Optional<Instant> deadline,
    Optional<Duration> extension,
    boolean requireConfirmation) {
  /** The longest timeout that YARN's protocol can represent. */
  private static final Duration LONGEST = Duration.ofSeconds(Integer.MAX_VALUE);

  public TimeoutChange {
    if (timeout.isEmpty() && deadline.isEmpty() && extension.isEmpty()) {
      throw new IllegalArgumentException("Expected a timeout, a deadline or an extension");
    } else if (extension.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("Expected no negative extension, but got " + extension);
    }
  }

  public static TimeoutChange to(DrainTimeout timeout) {
    return new TimeoutChange(Optional.of(timeout), Optional.empty(), Optional.empty(), false);
  }

  public static TimeoutChange until(Instant deadline) {
    return new TimeoutChange(Optional.empty(), Optional.of(deadline), Optional.empty(), false);
  }

  public static TimeoutChange longerBy(Duration extension) {
    return new TimeoutChange(Optional.empty(), Optional.empty(), Optional.of(extension), false);
  }

  /** The same change, rejected if it would end the drain at once. */
  public TimeoutChange requiringConfirmation() {
    return new TimeoutChange(timeout, deadline, extension, true);
  }

  /**
   * The resulting timeout of this drain. A deadline or an extension is rounded up to whole seconds,
   * within what YARN's protocol can represent.
   */
  public DrainTimeout of(Drain drain) {
    if (timeout.isPresent()) {
      return timeout.get();
    }
    Optional<Duration> limit =
        deadline.isPresent()
            ? deadline.map(at -> Duration.between(drain.startedAt(), at))
            : drain.timeout().limit().map(now -> now.plus(extension.orElseThrow()));
    return limit.map(TimeoutChange::bounded).map(DrainTimeout::of).orElse(DrainTimeout.INFINITE);
  }

  private static Duration bounded(Duration limit) {
    if (limit.isNegative()) {
      return Duration.ZERO;
    } else if (limit.compareTo(LONGEST) >= 0) {
      return LONGEST;
    }
    return Duration.ofSeconds(limit.toSeconds() + (limit.toNanosPart() > 0 ? 1 : 0));
  }
}
