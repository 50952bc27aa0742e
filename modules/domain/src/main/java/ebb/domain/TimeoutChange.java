package ebb.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Another timeout for a drain that runs, in one of three forms; the first that is there counts.
 *
 * @param timeout from the start of the drain
 * @param deadline at which the drain is to end
 * @param extension by which the timeout in force becomes longer; one without limit stays so
 * @param requireConfirmation whether to refuse what would end the drain at once
 */
public record TimeoutChange(
    Optional<DrainTimeout> timeout,
    Optional<Instant> deadline,
    Optional<Duration> extension,
    boolean requireConfirmation) {
  /** The longest that YARN's protocol can name. */
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

  /** The same, refused where it would end the drain at once. */
  public TimeoutChange requiringConfirmation() {
    return new TimeoutChange(timeout, deadline, extension, true);
  }

  /** The timeout that it gives this drain, in whole seconds and never less than was asked for. */
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
